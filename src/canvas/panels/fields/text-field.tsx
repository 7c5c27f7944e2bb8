import { TextArea, TextInput } from '../../../ui/inputs';
import { CodeEditor } from './code-editor';
import type { CodeLanguage, FieldKind } from './field-kind';
import type { ControlProps } from './field-types';
import { useCommittedText } from './use-committed-text';

/** Code is coloured as the node's engine reads it, where the field holds that engine's expressions. */
function languageFor(language: CodeLanguage, engine: string | undefined): CodeLanguage {
  if (language !== 'twig' || engine === undefined) return language;
  return engine === 'twig' ||
    engine === 'expression_language' ||
    engine === 'jsonpath' ||
    engine === 'property_path'
    ? engine
    : 'text';
}

/** Text: one line, several, or code. */
export function TextField({
  id,
  describedBy,
  invalid,
  label,
  value,
  fallback,
  context,
  onChange,
  kind,
}: ControlProps & {
  readonly kind: Extract<FieldKind, { kind: 'text' | 'longText' | 'code' }>;
}) {
  const own = typeof value === 'string' ? value : '';
  const hint = typeof fallback === 'string' ? fallback : '';
  const { text, change, flush } = useCommittedText(value === undefined ? hint : own, onChange);
  if (kind.kind === 'code') {
    return (
      <CodeEditor
        id={id}
        text={text}
        language={languageFor(kind.language, context.engine)}
        label={label}
        describedBy={describedBy}
        invalid={invalid}
        variables={context.variables}
        readOnly={context.readOnly}
        onChange={change}
        onBlur={flush}
      />
    );
  }
  if (kind.kind === 'longText') {
    return (
      <TextArea
        id={id}
        rows={4}
        value={text}
        readOnly={context.readOnly}
        describedBy={describedBy}
        invalid={invalid}
        onChange={(event) => change(event.target.value)}
        onBlur={flush}
      />
    );
  }
  return (
    <TextInput
      id={id}
      type={kind.inputType}
      value={text}
      readOnly={context.readOnly}
      describedBy={describedBy}
      invalid={invalid}
      onChange={(event) => change(event.target.value)}
      onBlur={flush}
    />
  );
}
