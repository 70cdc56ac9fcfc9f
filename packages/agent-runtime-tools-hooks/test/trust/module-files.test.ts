import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moduleFiles, moduleWords } from '../../src/trust/module-files.ts';

describe('the words that tell an interpreter what to load', () => {
  it.each([
    ['node a b', ['a']],
    ['nodejs a b', ['a']],
    ['/usr/bin/node a b', ['a']],
    ['python3.12 -m a.b c', ['a.b']],
    ['python -ma.b c', ['a.b', 'c']],
    ['ruby -rguard a b', ['guard', 'a']],
    ['perl -Mguard a b', ['guard', 'a']],
    ['node -r ./hook a b', ['./hook', 'a']],
    ['node --import ./hook a b', ['--import', './hook', 'a']],
    ['node --require=./hook a b', ['--require', './hook', 'a']],
    ['node --test a b', ['--test', 'a']],
    ['bun run; deno x', ['run', 'x']],
    ['cat a b', []],
    ['mynode a', []],
    ['node', []],
  ])('in %j are %j', (command, words) => {
    expect(moduleWords(command)).toEqual(words);
  });

  it('are the first 19', () => {
    const options = Array.from({ length: 30 }, (_, index) => `-x${index}`);
    expect(moduleWords(`node ${options.join(' ')}`)).toEqual(options.slice(0, 19));
  });
});

describe('the files that an interpreter may load for a word', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'modules-'))));
  afterEach(() => rmSync(folder, { recursive: true }));
  const put = (file: string): string => {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    return path;
  };

  it.each(
    '.js .mjs .cjs .ts .mts .cts .json .py .rb .pm .pl .lua .php /index.js /index.mjs /index.cjs /index.ts /package.json /__main__.py /__init__.py'.split(
      ' ',
    ),
  )('include the one with the ending %s', (ending) => {
    const path = put(`m${ending}`);
    expect(moduleFiles('m', folder)).toEqual([path]);
  });

  it('are found behind dots as well as in folders of that name', () => {
    const files = [put('a.b.py'), put('a/b.py')];
    expect(moduleFiles('a.b', folder)).toEqual(files);
    expect(moduleFiles('./a.b', folder)).toEqual(files.slice(0, 1));
  });

  it('are not looked for where the word has more than 300 characters', () => {
    const name = 'd/'.repeat(120);
    const path = put(`${name}${'x'.repeat(60)}.js`);
    expect(moduleFiles(name + 'x'.repeat(60), folder)).toEqual([path]);
    put(`${name}${'x'.repeat(61)}.js`);
    expect(moduleFiles(name + 'x'.repeat(61), folder)).toEqual([]);
  });

  it('exist', () => {
    put('m.txt');
    expect(moduleFiles('m', folder)).toEqual([]);
  });
});
