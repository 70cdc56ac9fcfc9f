import { isRecord } from '@ku0/agent-runtime-tools-core';
import { argumentTexts } from './argument-texts.ts';
import { parameterRole } from './parameter-role.ts';

export interface ArgumentContents {
  /** The texts that a call would write or send. */
  readonly texts: readonly string[];
  /** Total size in bytes; undefined if there are no texts. */
  readonly size: number | undefined;
}

/**
 * The texts that a call would write or send. Known tools name them by parameter; for other tools every text counts that is
 * not a path or a URL.
 */
export function argumentContents(params: Readonly<Record<string, unknown>>, isKnown: boolean): ArgumentContents {
  const found: string[] = [];
  if (isKnown) addNamed(params, found);
  else for (const { name, text } of argumentTexts(params)) if (!isLocation(name)) found.push(text);
  if (found.length === 0) return NOTHING;
  if (params['encoding'] !== 'base64') return { texts: found, size: sizeOf(found) };
  // The file will hold the decoded text. Rules can match either form.
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

function isLocation(name: string): boolean {
  const role = parameterRole(name);
  return (role !== undefined && role !== 'patch') || URL_NAME.test(name);
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

const NOTHING: ArgumentContents = { texts: [], size: undefined };
const URL_NAME = /^(?:url|href|endpoint|urls|encoding)$/;
const CONTENT = new Set(
  'content contents text new_string new_str newString insert_text file_text replace replacement diff patch body input stdin data code'.split(
    ' ',
  ),
);
const NESTED = new Set(['files', 'edits', 'diffs', 'changes']);
