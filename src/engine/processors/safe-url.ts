// MD-2: addresses that may stand in an attribute.

/** The schemes that an address may have; one without a scheme is relative. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** The address, or undefined where its scheme is none of those allowed. Blanks and control characters hide no scheme. */
export function safeUrl(address: string): string | undefined {
  const bare = Array.from(address)
    .filter(
      (character) =>
        character > ' ' && !/[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/.test(character),
    )
    .join('');
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1];
  if (scheme === undefined) return address.trim();
  return SCHEMES.has(scheme.toLowerCase()) ? address.trim() : undefined;
}
