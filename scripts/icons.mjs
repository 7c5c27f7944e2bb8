// Writes the Material Design icons that node types name: the shipped ones as a small file that is bundled, the whole set as
// a static file of our own origin. Run by `npm run icons`, and by the build for the static file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const set = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@iconify-json/mdi/icons.json'), 'utf8'),
);
const pathOf = (name) => /^<path fill="currentColor" d="([^"]+)"\/>$/.exec(set.icons[name]?.body ?? '')?.[1];
const resolve = (name) => pathOf(name) ?? pathOf(set.aliases?.[name]?.parent ?? '');

const all = {};
for (const name of [...Object.keys(set.icons), ...Object.keys(set.aliases ?? {})]) {
  const path = resolve(name);
  if (path !== undefined) all[name] = path;
}
mkdirSync(join(root, 'public/icons'), { recursive: true });
writeFileSync(join(root, 'public/icons/mdi.json'), JSON.stringify(all));

const named = JSON.parse(readFileSync(join(root, 'src/ui/shipped-icon-names.json'), 'utf8'));
const missing = named.filter((name) => all[name] === undefined);
if (missing.length > 0) throw new Error(`No icon named ${missing.join(', ')} in @iconify-json/mdi`);
writeFileSync(
  join(root, 'src/ui/shipped-icons.generated.json'),
  `${JSON.stringify(Object.fromEntries(named.map((n) => [n, all[n]])), null, 1)}\n`,
);
