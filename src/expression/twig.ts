// LANG-4, LANG-7, LANG-13, LANG-26: the engine `twig`, on Twing. No loader: a template can load no other one.
import {
  createAutoEscapeNode,
  createMarkup,
  createSource,
  createSynchronousEnvironment,
  createSynchronousFilter,
  createSynchronousFunction,
  createSynchronousTemplate,
  isAMarkup,
  type TwingSynchronousEnvironment,
  type TwingSynchronousTemplate,
} from 'twing/light';
import { fault, messageOf, recentlyUsed, variablesOf } from './outcome';
import { executeTwigNode } from './twig-executor';
import { encodeTwigJson, JSON_FLAGS } from './twig-json';
import { twigRange } from './twig-numbers';
import { twigContext } from './twig-values';
import type { ExpressionEngine } from './types';

/**
 * The engine `twig`: HTML-escaped text (LANG-7), a missing variable is empty. Dates are in UTC. Not available:
 * `constant()` but for the flags of `json_encode`, `template_from_string`, `dump`; includes find nothing.
 */
export function createTwigEngine(): ExpressionEngine {
  const environment = createTwigEnvironment();
  const templates = recentlyUsed<TwingSynchronousTemplate>(50);
  const compile = (text: string): TwingSynchronousTemplate =>
    templates.get(text, () =>
      createSynchronousTemplate(environment.parse(environment.tokenize(createSource('template', text)))),
    );
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
        const options = { nodeExecutor: executeTwigNode, strict: false };
        const text = template.render(environment, twigContext(variablesOf(context)), options);
        return { ok: true, value: String(text) };
      } catch (thrown) {
        return fault('evaluate', `The template fails while rendering: ${messageOf(thrown)}`);
      }
    },
  };
}

function createTwigEnvironment(): TwingSynchronousEnvironment {
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
  // The library's own leaves single quotes, which end an attribute.
  environment.registerEscapingStrategy(escapeHtml, 'html');
  for (const name of ['template_from_string', 'dump', 'constant']) environment.functions.delete(name);
  environment.tests.delete('constant');
  environment.addFunction(
    createSynchronousFunction('constant', (_execution, name: unknown) => flag(name), [{ name: 'name' }]),
  );
  // The library's own makes lists of any length.
  environment.addFunction(
    createSynchronousFunction(
      'range',
      (_execution, low: unknown, high: unknown, step: unknown) => twigRange(low, high, step),
      [{ name: 'low' }, { name: 'high' }, { name: 'step', defaultValue: 1 }],
    ),
  );
  environment.addFilter(
    createSynchronousFilter(
      'json_encode',
      (_execution, value: unknown, flags: unknown) =>
        encodeTwigJson(value, typeof flags === 'number' ? flags : 0),
      [{ name: 'options', defaultValue: null }],
    ),
  );
  // The library's own marks the text as escaped without escaping it.
  environment.addFilter(
    createSynchronousFilter(
      'nl2br',
      ({ environment: { charset } }, value: unknown) => withBreaks(value, charset),
      [],
    ),
  );
  environment.addFilter(
    createSynchronousFilter('spaceless', (_execution, value: unknown) => withoutGaps(value), []),
  );
  return environment;
}

function withBreaks(value: unknown, charset: string): unknown {
  const html = isAMarkup(value) ? value.toString() : escapeHtml(String(value ?? ''));
  return createMarkup(html.replace(/\r\n|\n|\r/g, '<br />$&'), charset);
}

/** Keeps what it is given: escaped text stays escaped, other text is escaped where it is printed. */
function withoutGaps(value: unknown): unknown {
  const text = String(value ?? '')
    .replace(/>\s+</g, '><')
    .trim();
  return isAMarkup(value) ? createMarkup(text) : text;
}

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function flag(name: unknown): number {
  const found = typeof name === 'string' && Object.hasOwn(JSON_FLAGS, name) ? JSON_FLAGS[name] : undefined;
  if (found === undefined)
    throw new Error(
      `There is no constant "${String(name)}"; there are ${Object.keys(JSON_FLAGS).join(', ')}.`,
    );
  return found;
}
