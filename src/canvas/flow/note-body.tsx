import { useEffect, useRef } from 'react';

/** Markdown of a note. What it says is a stranger's text: it is sanitised, and loads nothing from anywhere. */
export function NoteBody({
  text,
  className,
}: {
  readonly text: string;
  readonly className: string | undefined;
}) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let current = true;
    // Until the parser is there, and if it never comes, the plain text stands.
    import('./markdown').then(
      ({ renderMarkdown }) => {
        if (current) body.current?.replaceChildren(renderMarkdown(text));
      },
      () => undefined,
    );
    if (body.current?.childElementCount === 0) body.current.textContent = text;
    return () => {
      current = false;
    };
  }, [text]);
  return <div ref={body} className={className} />;
}
