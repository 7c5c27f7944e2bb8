import { useEffect, useRef, useState } from 'react';
import { TextArea } from '../../../ui/inputs';
import type { CodeView } from './code-editor-core';
import type { CodeLanguage } from './field-kind';

/**
 * A code field. Draws a plain text area of the same place until the editor has loaded (and for good where it cannot), so
 * nothing shifts and nothing typed is lost.
 */
export function CodeEditor({
  id,
  text,
  language,
  label,
  describedBy,
  invalid,
  placeholder = '',
  variables = NONE,
  readOnly = false,
  onChange,
  onBlur,
}: {
  readonly id: string;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly label: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly placeholder?: string;
  readonly variables?: readonly string[];
  readonly readOnly?: boolean;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CodeView | null>(null);
  const [loaded, setLoaded] = useState(false);
  const latest = useRef({ text, language, variables, onChange, onBlur });
  latest.current = { text, language, variables, onChange, onBlur };

  useEffect(() => {
    let ended = false;
    import('./code-editor-core').then(
      ({ mountCode }) => {
        if (ended || host.current === null) return;
        const fresh = mountCode(host.current, {
          text: latest.current.text,
          language: latest.current.language,
          label,
          describedBy,
          placeholder,
          readOnly,
          onChange: (next) => latest.current.onChange(next),
          onBlur: () => latest.current.onBlur(),
        });
        fresh.setVariables(latest.current.variables);
        view.current = fresh;
        setLoaded(true);
      },
      () => undefined,
    );
    return () => {
      ended = true;
      view.current?.destroy();
      view.current = null;
      setLoaded(false);
    };
  }, [label, describedBy, placeholder, readOnly]);

  useEffect(() => view.current?.setText(text), [text]);
  useEffect(() => view.current?.setLanguage(language), [language]);
  useEffect(() => view.current?.setVariables(variables), [variables]);

  return (
    <div data-invalid={invalid || undefined}>
      <div ref={host} />
      {!loaded && (
        <TextArea
          id={id}
          mono
          rows={Math.min(8, text.split('\n').length + 1)}
          value={text}
          readOnly={readOnly}
          placeholder={placeholder}
          describedBy={describedBy}
          invalid={invalid}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </div>
  );
}
const NONE: readonly string[] = [];
