import { isObject, type JsonObject } from '../../model/json';
import { type Execute, NodeFailure } from './types';
import { parameter, textParameter } from './values';

/** `prompt_template`: renders a Twig template over its variables. A failure keeps its cause (LANG-26). */
export const promptTemplate: Execute = async (parameters, context) => {
  const template = textParameter(parameters, 'template');
  const given = parameter(parameters, 'variables');
  // LANG-4
  const variables: JsonObject = isObject(given) ? given : given === null ? {} : { data: given };
  if (template === '') return { outputs: { prompt: '', template, variables } }; // LANG-3
  const outcome = await context.expressions.evaluate('twig', template, variables);
  if (!outcome.ok)
    throw new NodeFailure(`The prompt template could not be rendered: ${outcome.fault.message}`, {
      code: 'template_error',
      details: { kind: outcome.fault.kind, cause: outcome.fault.message },
      cause: new Error(outcome.fault.message),
    });
  return { outputs: { prompt: outcome.value, template, variables } };
};
