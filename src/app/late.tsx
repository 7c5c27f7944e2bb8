import type { ComponentType } from 'react';
import { type Later, later } from '../ui/later';

/** A view that loads later, with all texts of the catalogue around it: those of the first screen and the others. */
export function late<P extends object>(code: () => Promise<ComponentType<P>>): Later<P> {
  return later(async () => {
    const [View, { LateMessages }] = await Promise.all([code(), import('./late-messages')]);
    return (props: P) => (
      <LateMessages>
        <View {...props} />
      </LateMessages>
    );
  });
}
