// Rooms and arrows of docs/architecture.md. An import that is not listed here fails the lint.
const rooms = {
  model: [],
  expression: ['model'],
  catalog: ['model', 'expression'],
  contract: ['model', 'expression', 'catalog'],
  validation: ['model', 'expression', 'catalog', 'contract'],
  formats: ['model', 'expression', 'catalog', 'contract', 'validation'],
  engine: ['model', 'expression', 'catalog', 'contract', 'validation'],
  store: ['model', 'expression', 'catalog', 'contract', 'validation', 'formats', 'engine'],
  worker: ['model', 'expression', 'catalog', 'contract', 'validation', 'formats', 'engine', 'store'],
  ui: [],
  canvas: ['model', 'expression', 'catalog', 'contract', 'validation', 'formats', 'ui'],
  playground: ['model', 'expression', 'catalog', 'contract', 'validation', 'engine', 'ui', 'canvas'],
  app: [
    'model',
    'expression',
    'catalog',
    'contract',
    'validation',
    'formats',
    'engine',
    'ui',
    'canvas',
    'playground',
    'worker',
    'store',
  ],
  api: ['model', 'expression', 'catalog', 'contract', 'validation', 'formats', 'engine'],
  host: ['model', 'expression', 'catalog', 'contract', 'validation', 'formats', 'engine', 'api'],
};
const tests = '\\.(test|spec|bench)\\.(ts|tsx)$|/testing/';
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...Object.entries(rooms).map(([room, allowed]) => ({
      name: `room-${room}`,
      comment: `${room} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: tests },
      to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
    })),
    {
      name: 'pure-rooms-touch-no-browser-library',
      severity: 'error',
      from: { path: '^src/(model|expression|catalog|contract|validation|formats|engine)/', pathNot: tests },
      to: { path: 'node_modules/(react|react-dom|dexie|comlink|zustand|@xyflow)/' },
    },
    {
      name: 'views-see-only-the-public-store',
      severity: 'error',
      from: { path: '^src/(app)/', pathNot: tests },
      to: { path: '^src/store/', pathNot: '^src/store/index\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
    exclude: { path: '\\.css$|\\?(worker|url|raw)' },
  },
};
