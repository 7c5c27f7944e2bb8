/** Does something with a part once it has been drawn; at once where it is loaded, as it nearly always is. */
export async function afterPart(loaded: Promise<void>, act: () => void): Promise<void> {
  // What cannot be loaded is told where it would stand.
  await loaded.catch(() => undefined);
  requestAnimationFrame(act);
}
