const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** Text as HTML, safe in an attribute too: the library's own leaves single quotes, which end one. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Text as a CSS value or name: everything but letters and digits by its code, each with the blank that ends it. */
export function escapeCss(text: string): string {
  return text.replace(
    /[^a-zA-Z0-9]/gu,
    (character) => `\\${character.codePointAt(0)?.toString(16).toUpperCase()} `,
  );
}
