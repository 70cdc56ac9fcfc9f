import { argumentTexts } from './argument-texts.ts';
import { parameterRole } from './parameter-role.ts';

export interface ArgumentContents {
  /** The texts that a call would write or send. */
  readonly texts: readonly string[];
  /** Of all of them, in bytes; undefined where there is none. */
  readonly size: number | undefined;
}

/** What a call would write or send: by the names of parameters, or where those mean nothing, all that is no path. */
export function argumentContents(params: Readonly<Record<string, unknown>>, isKnown: boolean): ArgumentContents {
  const found: string[] = [];
  if (isKnown) addNamed(params, found);
  else for (const { name, text } of argumentTexts(params)) if (!isPlace(name)) found.push(text);
  if (found.length === 0) return NOTHING;
  if (params['encoding'] !== 'base64') return { texts: found, size: sizeOf(found) };
  // What is written is what the letters stand for; a rule about either counts.
  const decoded = found.map((text) => Buffer.from(text, 'base64').toString('utf8'));
  return { texts: [...found, ...decoded], size: sizeOf(decoded) };
}

function addNamed(params: Readonly<Record<string, unknown>>, found: string[]): void {
  for (const name in params) {
    const value = params[name];
    if (CONTENT.has(name)) {
      if (typeof value === 'string') found.push(value);
      else if (typeof value === 'object' && value !== null) {
        for (const { text } of argumentTexts({ [name]: value })) found.push(text);
      }
    } else if (Array.isArray(value) && NESTED.has(name)) {
      for (const item of value as unknown[]) if (isRecord(item)) addNamed(item, found);
    }
  }
}

function isPlace(name: string): boolean {
  const role = parameterRole(name);
  return (role !== undefined && role !== 'patch') || URL_NAME.test(name);
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NOTHING: ArgumentContents = { texts: [], size: undefined };
const URL_NAME = /^(?:url|href|endpoint|urls|encoding)$/;
const CONTENT = new Set(
  'content contents text new_string new_str newString insert_text file_text replace replacement diff patch body input stdin data code'.split(
    ' ',
  ),
);
const NESTED = new Set(['files', 'edits', 'diffs', 'changes']);
