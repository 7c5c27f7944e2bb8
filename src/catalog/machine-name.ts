// Ids that people choose: lower-case letters, digits and `_`, as bundles and Drupal take them (STORE-9).

/** A free id beside the taken ones: `my_type`, else `my_type_2`, … */
export function freeId(wanted: string, taken: (id: string) => boolean): string {
  const base = machineName(wanted);
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base.slice(0, MACHINE_NAME_LENGTH - 4)}_${n}`;
    if (!taken(id)) return id;
  }
}

export const MACHINE_NAME_LENGTH = 64;

/** A machine name made of a label: `My type!` gives `my_type`. */
export function machineName(label: string): string {
  const name = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, MACHINE_NAME_LENGTH);
  return name === '' ? 'node_type' : name;
}

/** True for a name of lower-case letters, digits and `_`, as bundles and Drupal take it for an id (STORE-9). */
export function isMachineName(id: string): boolean {
  return /^[a-z0-9_]{1,64}$/.test(id);
}
