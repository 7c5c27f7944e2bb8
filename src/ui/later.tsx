// Views whose code comes after the first screen.
import { type ComponentType, lazy, Suspense, useState } from 'react';

export type Later<P> = ComponentType<P> & {
  /** Begins the loading. Rejects where the code cannot be had; whoever asks again tries again. */
  load(): Promise<void>;
};

/**
 * A view that loads when it is first drawn, or earlier, when `load` is called: one that has come by then is drawn at once,
 * without a frame of nothing in its place, which `lazy` alone would leave. Call it where a module is, not where a view is.
 */
export function later<P extends object>(code: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | undefined;
  let asked: Promise<ComponentType<P>> | undefined;
  const load = (): Promise<ComponentType<P>> => {
    asked ??= code().then(
      (view) => {
        loaded = view;
        return view;
      },
      (cause: unknown) => {
        asked = undefined;
        throw cause;
      },
    );
    return asked;
  };
  const waiting = lazy(async () => ({ default: await load() }));
  // biome-ignore lint/correctness/noComponentHookFactories: made once a module, as lazy itself makes one.
  const View = (props: P) => <Chosen choose={() => loaded ?? waiting} props={props} />;
  return Object.assign(View, { load: async () => void (await load()) });
}

/** What a place began with it keeps, so that nothing in it is mounted twice. */
function Chosen<P extends object>({
  choose,
  props,
}: {
  readonly choose: () => ComponentType<P>;
  readonly props: P;
}) {
  const [View] = useState<ComponentType<P>>(choose);
  return (
    <Suspense>
      <View {...props} />
    </Suspense>
  );
}
