import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';

/** The code of a configuration by real path: its own file, and the files of the folder that these import. */
export type CodeFiles = ReadonlyMap<string, Buffer>;

/**
 * Reads a configuration and everything that it imports by a relative path, without running it. An import that is not found
 * here (because its path is computed, for one) is refused when the code runs. Throws if there is too much of it.
 */
export async function readCodeFiles(file: string, folder: string): Promise<CodeFiles> {
  const found = new Map<string, Buffer>();
  const waiting = [await realpath(file)];
  if (!isBelow(folder, waiting[0] ?? '')) throw new Error('it is a link to a file outside of the project');
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || !isBelow(folder, path)) continue;
    const content = await readFile(path);
    bytes += content.length;
    found.set(path, content);
    if (found.size > MAX_FILES || bytes > MAX_BYTES)
      throw new Error(`it imports more than ${MAX_FILES} files or ${MAX_BYTES} bytes`);
    waiting.push(...(await importsOf(path, content.toString())));
  }
  return found;
}

const MAX_FILES = 200;
const MAX_BYTES = 16 * 1024 * 1024;

/** Whether a path is below a folder, and not in one of its `node_modules`. Both are real paths. */
export function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '' && !below.startsWith(`..${sep}`) && below !== '..' && !below.split(sep).includes('node_modules');
}

async function importsOf(path: string, text: string): Promise<string[]> {
  const files: string[] = [];
  for (const [, , specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
    const target = resolve(dirname(path), specifier);
    const real = await realpath(target).catch(() => undefined);
    if (real !== undefined && (await stat(real)).isFile()) files.push(real);
  }
  return files;
}

/** `from './a.ts'`, `import './a.ts'`, `import('./a.ts')` and `require('./a.cjs')`. */
const RELATIVE_IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;
