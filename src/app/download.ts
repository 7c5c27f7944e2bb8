/** Hands a file to the person. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content once the click was handled; a late release is harmless.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file name that every system takes, from a title: `Ordinary reply!` gives `ordinary-reply`. */
export function fileNameOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'workflow' : plain;
}
