import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes TypeScript and JavaScript files of about 2.5 kB that import each other, in folders of a hundred. */
export function makeTree(root: string, count: number): void {
  const longAgo = new Date('2026-01-01T00:00:00Z');
  for (let at = 0; at < count; at++) {
    const path = join(root, filePath(at));
    if (at % FOLDER_FILES === 0) mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, at % 4 === 3 ? scriptText(at, count) : typedText(at, count));
    utimesSync(path, longAgo, longAgo);
  }
}

export function filePath(at: number): string {
  return `src/m${Math.floor(at / FOLDER_FILES)}/f${at}.${at % 4 === 3 ? 'js' : 'ts'}`;
}

const FOLDER_FILES = 100;
const FUNCTIONS = 10;

function typedText(at: number, count: number): string {
  const functions = Array.from(
    { length: FUNCTIONS },
    (_, each) => `/** Computes the total ${each} of an input. */
export function compute${at}_${each}(input: string, options: Options${at}): number {
  const total = input.length * options.limit;
  if (total > ${each}) return helper${each}(total, { name: options.name });
  return [1, 2, 3].map((value) => value + total).length;
}
`,
  );
  return `import { compute${(at + 1) % count}_0 as helper } from '../${filePath((at + 1) % count).slice(4)}';
export interface Options${at} { readonly limit: number; readonly name: string }
export class Service${at} { run(value: number): number { return helper(String(value), { limit: ${at}, name: 'a' }); } }
${functions.join('\n')}`;
}

function scriptText(at: number, count: number): string {
  return typedText(at, count)
    .replaceAll(/: (?:string|number|Options\d+)(?=[,)])/g, '')
    .replaceAll(/\): number \{/g, ') {')
    .replace(/^export interface .*$/m, '');
}
