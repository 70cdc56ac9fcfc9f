import { describe, expect, it } from 'vitest';
import { readSedScript } from '../../../src/programs/languages/sed-script.ts';

describe('readSedScript', () => {
  it.each([
    'p',
    '1,5p',
    '$!d',
    's/a/b/',
    's#/usr#/opt#gI',
    's/[^a]*/b/2;p',
    's/[[:space:]]*$//',
    '/a/,/b/{s/x/y/;p}',
    '/a/I!{\nd\n}',
    '1~2d;0,/x/d',
    'y/abc/def/',
    ':a;N;$!ba;s/\\n/ /g',
    'a\\\ntext with e and w\n',
    'a text; e echo is text',
    '1i\\\nfirst\\\nsecond',
    '# e comment\np',
    '\\,x,d',
    'l 5;q 3',
    's/a\\/b/c/',
    '=',
    '',
  ])('finds nothing in %j', (script) => {
    expect(readSedScript(script)).toEqual([]);
  });

  it.each([
    'e',
    '1e x',
    '/a/e x',
    's/a/b/e',
    's/a/b/ge',
    's/a/b/;e x',
    ':a e x',
    'a text\\\\\ne x',
    'a text\ne x',
    '{p;e x\n}',
    'y/a/b/;e x',
    '$!N;e',
    's/[]/]/x/e',
    'b end;e x',
  ])('sees that %j runs a command', (script) => {
    const effects = readSedScript(script).map((effect) => effect.type);
    expect(effects.includes('executes') || effects.includes('unknown')).toBe(true);
  });

  it.each([
    ['w out', 'write', 'out'],
    ['/a/w out', 'write', 'out'],
    ['s/a/b/w out', 'write', 'out'],
    ['s/a/b/gpw out file', 'write', 'out file'],
    ['W out', 'write', 'out'],
    ['r in', 'read', 'in'],
    ['R in', 'read', 'in'],
    ['w a;e x', 'write', 'a;e x'],
  ])('finds the file of %j', (script, type, path) => {
    expect(readSedScript(script)).toEqual([{ type, path }]);
  });

  it.each(['s/a', 's/a/b', 'k', '/a', 'y/a/b', 's\na\nb\n', 's/[/]/x/'])(
    'does not claim to understand %j',
    (script) => {
      expect(readSedScript(script).at(-1)).toEqual({ type: 'unknown' });
    },
  );
});
