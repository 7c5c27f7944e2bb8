import { type Json, own, ownString } from '../../model/json';
import { evaluateOrFail } from './evaluate';
import { type Execute, NodeFailure } from './types';
import { objectsOf, parameter, textParameter } from './values';

/** `data_mapper`: one expression a dynamic output, over the dynamic inputs by name. No partial map (LANG-21). */
export const dataMapper: Execute = async (parameters, context) => {
  const engine = textParameter(parameters, 'engine', 'expression_language');
  const inputs = Object.fromEntries(context.dynamicInputs.map((name) => [name, parameter(parameters, name)]));
  const outputs: [string, Json][] = [];
  for (const definition of objectsOf(own(parameters, 'dynamicOutputs'))) {
    const port = ownString(definition, 'name');
    if (port === undefined || port === '') continue;
    const expression = own(definition, 'value') ?? '';
    if (typeof expression !== 'string')
      throw new NodeFailure(`The output "${port}" has no expression: its value must be text.`, {
        code: 'expression_error',
        details: { port },
      });
    // LANG-3: null, whatever the engine.
    outputs.push([
      port,
      expression === ''
        ? null
        : (await evaluateOrFail(context, engine, expression, inputs, `The output "${port}"`)).value,
    ]);
  }
  return { outputs: Object.fromEntries(outputs) };
};
