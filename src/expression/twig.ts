// LANG-4, LANG-7, LANG-13, LANG-26: the engine `twig`, on Twing. No loader: a template can load no other one.
import {
  createAutoEscapeNode,
  createSource,
  createSynchronousEnvironment,
  createSynchronousTemplate,
  type TwingSynchronousEnvironment,
  type TwingSynchronousTemplate,
} from 'twing/light';
import { Meter } from './bounds';
import { fault, messageOf, recentlyUsed, variablesOf } from './outcome';
import { boundedText, judgeTokens } from './twig-bounds';
import { escapeCss, escapeHtml } from './twig-escaping';
import { createTwigExecutor } from './twig-executor';
import { addTwigLibrary } from './twig-library';
import { twigContext } from './twig-values';
import type { ExpressionEngine } from './types';

/**
 * The engine `twig`: HTML-escaped text (LANG-7), a missing variable is empty. Dates are in UTC. Not available:
 * `constant()` but for the flags of `json_encode`, `template_from_string`, `dump`, `random`; includes find nothing.
 */
export function createTwigEngine(): ExpressionEngine {
  const meter = new Meter();
  const environment = createTwigEnvironment(meter);
  const nodeExecutor = createTwigExecutor(meter);
  const templates = recentlyUsed<TwingSynchronousTemplate>(50);
  const compile = (text: string): TwingSynchronousTemplate =>
    templates.get(text, () => {
      const source = createSource('template', boundedText(text));
      // Counting uses a stream up, so the parser is given another one.
      judgeTokens(environment.tokenize(source));
      return createSynchronousTemplate(environment.parse(environment.tokenize(source)));
    });
  return {
    id: 'twig',
    family: 'transformation',
    validate(expression) {
      try {
        compile(expression); // LANG-13
        return { ok: true };
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    },
    evaluate(expression, context) {
      let template: TwingSynchronousTemplate;
      try {
        template = compile(expression);
      } catch (thrown) {
        return fault('compile', `The template does not compile: ${messageOf(thrown)}`);
      }
      try {
        meter.reset();
        const options = { nodeExecutor, strict: false };
        const text = template.render(environment, twigContext(variablesOf(context)), options);
        return { ok: true, value: String(text) };
      } catch (thrown) {
        if (meter.exceeded !== undefined)
          return fault(meter.exceeded.kind, `The template fails while rendering: ${meter.exceeded.message}`);
        return fault('evaluate', `The template fails while rendering: ${messageOf(thrown)}`);
      }
    },
  };
}

function createTwigEnvironment(meter: Meter): TwingSynchronousEnvironment {
  const environment = createSynchronousEnvironment(
    { resolve: () => null, exists: () => false, getSource: () => null, isFresh: () => true },
    { timezone: 'UTC' },
  );
  // The bodies of macros are escaped like the body of the template. (The library's own option leaves them out.)
  environment.addNodeVisitor({
    enterNode: (node) => node,
    leaveNode: (node) => {
      const body = node.children.body;
      if ((node.type === 'template' || node.type === 'macro') && body !== undefined)
        Reflect.set(node.children, 'body', createAutoEscapeNode('html', body, node.line, node.column));
      return node;
    },
  });
  environment.registerEscapingStrategy(escapeHtml, 'html');
  environment.registerEscapingStrategy(escapeCss, 'css');
  addTwigLibrary(environment, meter);
  return environment;
}
