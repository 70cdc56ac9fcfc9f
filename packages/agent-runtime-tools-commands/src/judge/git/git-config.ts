import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';

export interface GitSetting {
  /** `diff.word.textconv`: section and key in lower case, the subsection as written. */
  readonly key: string;
  readonly value: string;
}

/**
 * Reads the settings of a file and of the files it includes. Returns undefined when they cannot be read with certainty.
 */
export function readGitConfig(file: string, reading = new ReadLimits()): readonly GitSetting[] | undefined {
  // A file that is included several times is read once.
  if (reading.files.has(file)) return [];
  reading.files.add(file);
  if (reading.files.size > MAX_FILES) return undefined;
  const stamp = fingerprint(file);
  if (stamp === undefined) return [];
  const known = cache.get(file);
  if (known?.stamp === stamp) return known.settings;
  // A line continues after a backslash at its end.
  const text = readText(file)?.replace(/\\\r?\n/g, '');
  if (text === undefined || text.split('\n').some((line) => line.length > MAX_LINE_LENGTH)) {
    return undefined;
  }
  reading.characters += text.length;
  if (reading.characters > MAX_CHARACTERS) return undefined;
  const settings = parseGitConfig(text);
  if (settings.length > MAX_SETTINGS) return undefined;
  const included: GitSetting[] = [];
  for (const { key, value } of settings) {
    if (!/^include(?:if\..*)?\.path$/.test(key)) continue;
    if (value.startsWith('~')) return undefined;
    const more = readGitConfig(posix.resolve(posix.dirname(file), value), reading);
    if (more === undefined) return undefined;
    included.push(...more);
  }
  if (included.length > 0) return [...settings, ...included];
  if (cache.size >= MAX_CACHED) cache.clear();
  if (!settings.some((setting) => setting.key.startsWith('include'))) cache.set(file, { stamp, settings });
  return settings;
}

/** Counts what has been read for one repository. */
class ReadLimits {
  readonly files = new Set<string>();
  characters = 0;
}

export function parseGitConfig(text: string): GitSetting[] {
  const settings: GitSetting[] = [];
  let section = '';
  for (const raw of text.replace(/\\\r?\n/g, '').split('\n')) {
    let line = raw.trim();
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      const name = (header[1] ?? '').toLowerCase();
      section = header[2] === undefined ? name : `${name}.${header[2].replace(/\\(.)/g, '$1')}`;
      line = line.slice(header[0].length).trim();
    }
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (setting?.[1] === undefined) continue;
    const value = setting[2] === undefined ? 'true' : unquote(setting[2]);
    settings.push({ key: `${section}.${setting[1].toLowerCase()}`, value });
  }
  return settings;
}

function unquote(value: string): string {
  return value
    .replace(/\s[#;][^"]*$/, '')
    .replaceAll('"', '')
    .replace(/\\(.)/g, '$1')
    .trim();
}

export function readText(file: string): string | undefined {
  try {
    // Reading a pipe could block, and a device may have no end.
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size <= MAX_BYTES ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function fingerprint(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
}

const cache = new Map<string, { readonly stamp: string; readonly settings: readonly GitSetting[] }>();
const MAX_CACHED = 100;
const MAX_BYTES = 200_000;
const MAX_FILES = 20;
const MAX_CHARACTERS = 300_000;
const MAX_SETTINGS = 4000;
const MAX_LINE_LENGTH = 1000;
