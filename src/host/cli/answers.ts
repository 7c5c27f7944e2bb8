// Answers to what a run asks: given beforehand, by node, or asked for on the terminal.
import { readFile } from 'node:fs/promises';
import { choicesOf } from '../../engine/interrupts/check-answer';
import type { InterruptRow } from '../../engine/interrupts/row';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { messageOf, oneLine } from './outcome';

/** What is left to be answered with, by id of the node, the next first. */
export type Answers = Map<string, Json[]>;

/** Asks for a line; `undefined`: nothing more is entered. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

/** `--answers FILE`: an object of nodes, each with a value, or with a list of values in the order they are asked for. */
export async function readAnswerFile(path: string): Promise<Result<Answers, string>> {
  let content: Json;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    return fail(`The answers of ${path} cannot be read: ${messageOf(cause)}`);
  }
  if (!isObject(content)) return fail(`The answers of ${path} are an object: node id, then its answer.`);
  return ok(
    new Map(Object.entries(content).map(([node, value]) => [node, isArray(value) ? [...value] : [value]])),
  );
}

/** `--answer node=value`, added behind what is there. */
export function addAnswers(answers: Answers, given: readonly string[]): string | undefined {
  for (const one of given) {
    const at = one.indexOf('=');
    if (at < 1) return `--answer takes NODE=VALUE, not "${one}".`;
    const [node, text] = [one.slice(0, at), one.slice(at + 1)];
    const value = jsonOrText(text);
    if (value === undefined) return `The answer of "${node}" begins like JSON and is none.`;
    answers.set(node, [...(answers.get(node) ?? []), value]);
  }
  return undefined;
}

/** `undefined`: it begins like JSON and is none, which is a slip. */
export function jsonOrText(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return /^\s*[[{"]/.test(text) ? undefined : text;
  }
}

/** Asks a person. The value may not be an answer yet: whoever takes it says so. `undefined`: nobody answers. */
export async function askOnTerminal(row: InterruptRow, ask: AskLine): Promise<Json | undefined> {
  const message = oneLine(row.message ?? 'An answer is wanted.');
  switch (row.type) {
    case 'confirmation':
      return yesOrNo(ask, message);
    case 'choice':
      return choose(row, ask, message);
    case 'form':
      return fillIn(row, ask, message);
    case 'review':
      return review(row, ask, message);
    default:
      return ask(`${message}\n> `);
  }
}

async function yesOrNo(ask: AskLine, question: string): Promise<boolean | undefined> {
  for (;;) {
    const line = (await ask(`${question} (y/n) `))?.trim().toLowerCase();
    if (line === undefined) return undefined;
    if (line === 'y' || line === 'yes') return true;
    if (line === 'n' || line === 'no') return false;
  }
}

async function choose(row: InterruptRow, ask: AskLine, message: string): Promise<Json | undefined> {
  const values = choicesOf(row);
  const labels = (isArray(row.options) ? row.options : []).map((option) => ownString(option, 'label') ?? '');
  const list = values.map((value, at) => `  ${at + 1} ${oneLine(labels[at] || value)}`).join('\n');
  const several = own(row.context, 'multiple') === true;
  const line = await ask(`${message}\n${list}\n${several ? 'Numbers, with commas between' : 'Number'}: `);
  if (line === undefined) return undefined;
  const picked = line
    .split(several ? ',' : '\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => values[Number(part) - 1] ?? part);
  return several ? picked : (picked[0] ?? '');
}

async function fillIn(row: InterruptRow, ask: AskLine, message: string): Promise<Json | undefined> {
  const properties = own(row.schema, 'properties');
  const value: [string, Json][] = [];
  let head = `${message}\n`;
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
    const start = own(row.defaultValue, name) ?? own(property, 'default');
    const shown = start === undefined ? '' : ` [${oneLine(JSON.stringify(start))}]`;
    const line = await ask(`${head}  ${oneLine(ownString(property, 'title') ?? name)}${shown}: `);
    if (line === undefined) return undefined;
    head = '';
    if (line === '') {
      if (start !== undefined) value.push([name, start]);
      continue;
    }
    const isText = own(property, 'type') === 'string';
    value.push([name, isText ? line : (jsonOrText(line) ?? line)]);
  }
  return Object.fromEntries(value);
}

async function review(row: InterruptRow, ask: AskLine, message: string): Promise<Json | undefined> {
  const changes = own(row.context, 'changes');
  const decisions: [string, JsonObject][] = [];
  let head = `${message}\n`;
  for (const change of isArray(changes) ? changes : []) {
    const field = ownString(change, 'field');
    if (field === undefined) continue;
    const [before, after] = [own(change, 'original') ?? null, own(change, 'proposed') ?? null];
    const label = oneLine(ownString(change, 'label') ?? field);
    const said = `${head}  ${label}: ${oneLine(JSON.stringify(before))} becomes ${oneLine(JSON.stringify(after))}?`;
    const accepted = await yesOrNo(ask, said);
    if (accepted === undefined) return undefined;
    head = '';
    decisions.push([field, { accepted, value: accepted ? after : before }]);
  }
  const accepted = decisions.filter(([, decision]) => decision.accepted === true).length;
  const total = decisions.length;
  return {
    decisions: Object.fromEntries(decisions),
    summary: { accepted, rejected: total - accepted, total },
  };
}
