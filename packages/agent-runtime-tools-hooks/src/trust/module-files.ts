import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';

/**
 * The words that tell an interpreter what to load, up to its first operand: `-m package.module`, `node folder`,
 * `ruby -rguard`. The words after that are arguments of the program.
 */
export function moduleWords(command: string): readonly string[] {
  const words = command.split(/[\s;&|()<>"'`=]+/);
  const found = new Set<string>();
  for (const [index, word] of words.entries()) {
    if (!INTERPRETER.test(word)) continue;
    for (let at = index + 1; at < Math.min(words.length, index + MAX_WORDS); at += 1) {
      const next = words[at] ?? '';
      found.add(next.replace(/^-[mMr]/, ''));
      if (!next.startsWith('-') && !TAKES_MODULE.test(words[at - 1] ?? '')) break;
    }
  }
  found.delete('');
  return [...found];
}

const INTERPRETER = /^(?:.*\/)?(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|pypy[\d.]*|ruby|perl|lua[\d.]*|php)$/;
const TAKES_MODULE = /^(?:-[rI]|--(?:import|require|loader|experimental-loader|preload))$/;
const MAX_WORDS = 20;

/** The existing files that an interpreter may load for a word. */
export function moduleFiles(word: string, folder: string): readonly string[] {
  if (word.length > MAX_CHARS) return [];
  const dotted = DOTTED.test(word) ? [resolve(folder, word.replaceAll('.', sep))] : [];
  return [resolve(folder, word), ...dotted].flatMap((path) =>
    ENDINGS.map((ending) => path + ending).filter((file) => existsSync(file)),
  );
}

const DOTTED = /^[\w-]+(?:\.[\w-]+)+$/;
const MAX_CHARS = 300;
const INDEX_FILES = ['index.js', 'index.mjs', 'index.cjs', 'index.ts', 'package.json', '__main__.py', '__init__.py'];
const ENDINGS = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.json',
  '.py',
  '.rb',
  '.pm',
  '.pl',
  '.lua',
  '.php',
].concat(INDEX_FILES.map((file) => sep + file));
