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

  it.each('{ } = d D g G h H n N p P x z F l L q Q'.split(' '))(
    'reads on after %s, with a number and without',
    (command) => {
      expect(readSedScript(`${command};e x`)).toEqual([{ type: 'executes' }]);
      expect(readSedScript(`1${command}\ne x`)).toEqual([{ type: 'executes' }]);
    },
  );

  it.each([
    ['l 5;e x', ['executes']],
    ['q5\ne x', ['executes']],
    ['y/a/b/;e x', ['executes']],
    ['y/a/e x/;p', []],
    ['s/a/e x/;p', []],
    ['s/a/b/gpe;p', ['executes']],
    ['s/a/b/I2M;e x', ['executes']],
    ['s/a/b/;w f', ['write']],
    ['r f\ne x', ['read', 'executes']],
    ['w f\ne x', ['write', 'executes']],
    ['e x\ne y', ['executes', 'executes']],
    ['e x;e y', ['executes']],
    [':a\ne x', ['executes']],
    ['b;e x', ['executes']],
    ['ta;e x', ['executes']],
    ['T a;e x', ['executes']],
    ['v 4.2;e x', ['executes']],
    ['a\\\ne x', []],
    ['a x\\\ne x\ne y', ['executes']],
    ['i x\\\\\ne x', ['executes']],
    ['c\\\nx\ne x', ['executes']],
    ['a', []],
    ['# e x', []],
    ['# x\ne x', ['executes']],
    ['1,3e x', ['executes']],
    ['1 , 3 ! e x', ['executes']],
    ['/a/,/b/e x', ['executes']],
    ['/a/I,+3e x', ['executes']],
    ['$e x', ['executes']],
    ['2~3e x', ['executes']],
    ['\\,a,e x', ['executes']],
    ['\\,e x,p', []],
    ['/e x/p', []],
    ['/[e]/p', []],
    ['s/[^]e]/x/p', []],
    ['s/[[:alpha:]]/x/e', ['executes']],
    ['s/[[:alpha:]/]/x/e', ['unknown']],
    ['s/[[:alpha]/x/e', ['unknown']],
    ['s/[[=a=]]/x/;p', []],
    ['s/a/[/;e x', ['executes']],
    ['s/a/b\\/e/;p', []],
    ['1,', ['unknown']],
    ['/a/,/b', ['unknown']],
    ['s', ['unknown']],
    ['s\\a\\b\\', ['unknown']],
    [' ; ', []],
  ])('finds in %j these effects: %j', (script, types) => {
    expect(readSedScript(script).map(({ type }) => type)).toEqual(types);
  });
});
