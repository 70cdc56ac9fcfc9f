import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, parseSync } from 'oxc-parser';
import { filesBelow } from '../../scripts/fingerprint.mjs';
import { readPackages, readText } from './repository.ts';

/** Says where the types that a package publishes contain `any`. Reads the built declarations. */
export function checkDeclarations(root: string): string[] {
  return readPackages(root)
    .filter(({ manifest }) => !manifest.private)
    .flatMap(({ folder }) => (existsSync(join(root, folder, 'dist')) ? anyIn(root, folder) : [`${folder}: not built`]));
}

function anyIn(root: string, folder: string): string[] {
  return filesBelow(root, `${folder}/dist`, () => false)
    .filter((file) => file.endsWith('.d.ts') && hasSource(root, file))
    .flatMap((file) => linesWithAny(file, readText(root, file) ?? '').map((line) => `${file}:${line}`))
    .map((place) => `${place}: any in a published type`);
}

/** A declaration without a source is left over from an earlier build. */
function hasSource(root: string, file: string): boolean {
  const source = file.replace('/dist/', '/src/').replace(/\.d\.ts$/, '');
  return ['.ts', '.tsx'].some((extension) => existsSync(join(root, source + extension)));
}

function linesWithAny(file: string, text: string): number[] {
  const lines: number[] = [];
  const visitor = new Visitor({
    TSAnyKeyword: ({ start }) => {
      lines.push(text.slice(0, start).split('\n').length);
    },
  });
  visitor.visit(parseSync(file, text).program);
  return lines;
}
