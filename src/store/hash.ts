const encoder = new TextEncoder();

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Size of a text in UTF-8 bytes. */
export function sizeOf(text: string): number {
  return encoder.encode(text).length;
}
