// CodeMirror, loaded when the first code field is drawn.
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from './field-kind';
import { expressionMode, twigMode } from './template-modes';

export type CodeView = {
  setText(text: string): void;
  setLanguage(language: CodeLanguage): void;
  setVariables(names: readonly string[]): void;
  focus(): void;
  destroy(): void;
};

const theme = EditorView.theme({
  '&': {
    fontSize: '13px',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface-1)',
    color: 'var(--text-1)',
    maxBlockSize: '360px',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--text-1)', minBlockSize: '34px' },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'var(--accent-soft) !important',
  },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-tooltip': { background: 'var(--surface-1)', border: '1px solid var(--line)', color: 'var(--text-1)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--text-1)',
  },
  '.cm-placeholder': { color: 'var(--text-3)' },
});

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
    { tag: [tags.propertyName, tags.variableName], color: 'var(--code-name)' },
    { tag: [tags.bracket, tags.processingInstruction], color: 'var(--code-mark)' },
    { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  ]),
);

const parseJson = jsonParseLinter();

function isBlank({ state }: EditorView): boolean {
  return state.doc.length < 200 && state.doc.toString().trim() === '';
}

function languageOf(language: CodeLanguage): Extension {
  // A field that is empty is not wrong yet.
  if (language === 'json') return [json(), linter((view) => (isBlank(view) ? [] : parseJson(view)))];
  if (language === 'twig') return StreamLanguage.define(twigMode);
  if (language === 'expression_language' || language === 'jsonpath' || language === 'property_path')
    return StreamLanguage.define(expressionMode);
  return [];
}

/** Mounts an editor into `parent`. Tab leaves it, as everywhere on the page; Ctrl+Space completes names. */
export function mountCode(
  parent: HTMLElement,
  options: {
    readonly text: string;
    readonly language: CodeLanguage;
    readonly label: string;
    readonly describedBy: string | undefined;
    readonly placeholder: string;
    readonly readOnly: boolean;
    readonly onChange: (text: string) => void;
    readonly onBlur: () => void;
  },
): CodeView {
  const language = new Compartment();
  let variables: readonly string[] = [];
  let quiet = false;
  const complete = (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
    if (word === null && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: variables.map((name) => ({ label: name, type: 'variable' })),
      validFor: /^[A-Za-z0-9_]*$/,
    };
  };
  const attributes: Record<string, string> = { 'aria-label': options.label };
  if (options.describedBy !== undefined) attributes['aria-describedby'] = options.describedBy;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        closeBrackets(),
        bracketMatching(),
        autocompletion({ override: [complete] }),
        keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(attributes),
        EditorState.readOnly.of(options.readOnly),
        placeholder(options.placeholder),
        language.of(languageOf(options.language)),
        theme,
        colours,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) options.onChange(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => options.onBlur() }),
      ],
    }),
  });
  return {
    setText(text) {
      if (text === view.state.doc.toString()) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      quiet = false;
    },
    setLanguage(next) {
      view.dispatch({ effects: language.reconfigure(languageOf(next)) });
    },
    setVariables(names) {
      variables = names;
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
