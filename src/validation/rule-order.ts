import type { Finding } from '../model/finding';

// Rules in the order that findings at one place are listed: by number, R first. R6.d to R6.h are one verdict a key.
const ORDER = [
  'R1.a',
  'R2',
  'R3',
  'R4.a',
  'R4.b',
  'R4.c',
  'R4.d',
  'R4.e',
  'R5.a',
  'R5.b',
  'R5.c',
  'R6.a',
  'R6.b',
  'R6.c',
  'R6.d',
  'R6.l',
  'R7.a',
  'R7.b',
  'R8.a',
  'R8.b',
  'R9',
  'R10',
  'R11',
  'R12',
  'R13',
  'EDGE-5',
  'EDGE-8',
  'W-T',
  'DYN-3',
  'DATA-2',
  'DATA-10',
  'DATA-12',
  'CMP-6',
  'SG-18',
  'MAN-18',
  'DECISIONS',
];
const RANK = new Map([...ORDER.entries()].map(([rank, rule]) => [rule, rank]));
for (const arm of ['R6.e', 'R6.f', 'R6.g', 'R6.h']) RANK.set(arm, ORDER.indexOf('R6.d'));

/** The findings of one node, edge or entry in the order of their rules; equal rules stay as they are. */
export function inRuleOrder(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

function rank(finding: Finding): number {
  return RANK.get(finding.rule) ?? ORDER.length;
}
