// `npm run rules`: which rules of the specification a test guarantees, family by family. A test guarantees a rule when its
// title begins with the rule's id (`SG-16: …`, or `SCH-11, SCH-12: …`). Fails when a family declared complete loses one.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPLETE_FAMILIES, guaranteedIds, rulesReport } from './rules-report';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = join(root, '../shared/spec/register.json');
const register: unknown = JSON.parse(
  readFileSync(existsSync(given) ? given : join(root, 'docs/rules.json'), 'utf8'),
);

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file) || /\/testing\/.*\.ts$/.test(file))
  .filter((file) => existsSync(join(root, file)));
const named = guaranteedIds(files.map((file) => readFileSync(join(root, file), 'utf8')));

const report = rulesReport(register, named, COMPLETE_FAMILIES);
console.log(report.text);
if (report.lost.length > 0) {
  console.error(`\nFamilies declared complete lost: ${report.lost.join(', ')}`);
  process.exit(1);
}
