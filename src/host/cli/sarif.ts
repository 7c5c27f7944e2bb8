import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Json } from '../../model/json';
import { CODES } from '../../validation/codes';
import type { Judged, Line } from './read-files';

const UNREADABLE = 'The file, or a part of it, could not be read.';

/** The findings as SARIF 2.1.0, which code hosts show beside a change. Only rules that were broken are described. */
export function sarifOf(judged: Judged, version: string): Json {
  const places = [
    ...judged.workflows.map(({ file, path, lines }) => ({ file, path, lines })),
    ...judged.unreadable.map(({ file, lines }) => ({ file, path: '', lines })),
  ];
  const codes = [...new Set(places.flatMap(({ lines }) => lines.map(({ code }) => code)))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sluice', version, rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: places.flatMap(({ file, path, lines }) =>
          lines.map((line) => resultOf(file, path, line, codes.indexOf(line.code))),
        ),
      },
    ],
  };
}

function ruleOf(code: string): Json {
  const published = Object.entries(CODES).find(([known]) => known === code)?.[1];
  return {
    id: code,
    shortDescription: { text: published?.sentence ?? UNREADABLE },
    defaultConfiguration: { level: published?.severity ?? 'error' },
  };
}

function resultOf(
  file: string,
  path: string,
  { code, severity, message, locator, position }: Line,
  rule: number,
): Json {
  const name = [path, locator].filter(Boolean).join('.');
  return {
    ruleId: code,
    ruleIndex: rule,
    level: severity,
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          ...(position === undefined
            ? {}
            : { region: { startLine: position.line, startColumn: position.column } }),
        },
        ...(name === '' ? {} : { logicalLocations: [{ fullyQualifiedName: name }] }),
      },
    ],
  };
}

/** Relative names stay relative, as a code host wants them; each step is escaped. */
function uriOf(file: string): string {
  const path = posix.normalize(file.replaceAll('\\', '/'));
  if (/^(\/|[A-Za-z]:)/.test(path)) return pathToFileURL(file).href;
  return path.split('/').map(encodeURIComponent).join('/');
}
