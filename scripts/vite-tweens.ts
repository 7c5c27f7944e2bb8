import type { Plugin } from 'vite';

const COLOURS = '\0sluice-no-colours';

/**
 * The canvas tweens its viewport and nothing else. d3-transition can tween attributes and styles too, colours among them, for
 * which it brings all of d3-color: 3 kB gzipped before the first paint that nothing calls. In the built page nothing is a
 * colour: what d3 would ask about is a text to it.
 */
export function tweens(): Plugin {
  return {
    name: 'sluice-tweens',
    apply: 'build',
    enforce: 'pre',
    resolveId: { filter: { id: /^d3-color$/ }, handler: () => COLOURS },
    load: { filter: { id: /no-colours$/ }, handler: (id) => (id === COLOURS ? NONE : null) },
  };
}

const NONE = `export function color() { return null; }
function none() { throw new Error('Nothing tweens colours here.'); }
export { none as rgb, none as hsl, none as lab, none as hcl, none as cubehelix };
`;
