// MAN-20: the `interface` of a body as manifests, and where each entry stood in what was sent.
import { mapInterface } from '../contract/interface';
import type { ManifestEntry } from '../model/document';
import { isArray, type Json, own } from '../model/json';
import { decodeInterfaceEntry } from '../model/manifest-form';
import { fail, ok, type Result } from '../model/problem';
import { isEmptyCollection } from '../model/record';
import { detailsOf, type Refusal, refuse } from './envelope';

export type InterfaceBody = {
  /** What is declared: entries with a binding. */
  readonly inputs: readonly ManifestEntry[];
  readonly outputs: readonly ManifestEntry[];
  /** The same entries, with a stand-in for each draft, so that every one keeps the position that it was sent at. */
  readonly sent: { readonly inputs: readonly ManifestEntry[]; readonly outputs: readonly ManifestEntry[] };
};

export function readInterface(value: Json): Result<InterfaceBody, Refusal> {
  const mapped = mapInterface(value);
  if (!mapped.ok) {
    const { code, message, details } = mapped.error;
    const known = code === 'INTERFACE_ENTRY_INVALID' ? code : 'BODY_INVALID';
    return fail(refuse(known, message, detailsOf(details, known)));
  }
  const { inputs, outputs } = mapped.value;
  const sent = {
    inputs: atSentPositions(own(value, 'inputs'), inputs),
    outputs: atSentPositions(own(value, 'outputs'), outputs),
  };
  return ok({ inputs, outputs, sent });
}

function atSentPositions(
  list: Json | undefined,
  declared: readonly ManifestEntry[],
): readonly ManifestEntry[] {
  const rest = [...declared];
  return (isArray(list) ? list : []).flatMap((entry) => {
    const bindings = own(entry, 'bindings');
    const isDraft = bindings === undefined || bindings === null || isEmptyCollection(bindings);
    const placed = isDraft ? decodeInterfaceEntry({ bindings: [] }, '', []) : rest.shift();
    return placed === undefined ? [] : [placed];
  });
}
