import { describe, expect, it } from 'vitest';
import { awkConcern } from '../../../src/programs/languages/awk-program.ts';

describe('awkConcern', () => {
  it.each([
    '{print $1}',
    '$3 > 1000 {print $1}',
    'NR>1 && $2 != "x | y > z"',
    '/a|b>c/ {n++} END {print n/2}',
    '{ if ($1 > 5) print ($2 > 3) ? "a" : "b" }',
    'BEGIN {FS=","} {sum += $2} END {print sum / NR, "/"}',
    '!seen[$0]++',
    '{gsub(/"/, "\\""); print}',
    '{ x = $1 / $2 / 3; print x }',
    '(NR / 2) > 1 { print (a+b)/c }',
    'function f(a) { return a || 1 } { print f($1) }',
    '{ printf "%s\\n", $1 } # | > system("x")',
    '$0 ~ /system|getline/ {print}',
    '{ print "system(1) | getline > x" }',
  ])('finds nothing in %j', (program) => {
    expect(awkConcern(program)).toBeUndefined();
  });

  it.each([
    ['BEGIN{system("x")}', 'executes'],
    ['BEGIN{system ("x")}', 'executes'],
    ['1system("x")', 'executes'],
    ['$1system("x")', 'executes'],
    ['0x1fsystem("x")', 'executes'],
    ['1e5system("x")', 'executes'],
    ['{print | "x"}', 'executes'],
    ['{"x" | getline}', 'executes'],
    ['{print |& "x"}', 'executes'],
    ['{x = 1 / 2; system("x")}', 'executes'],
    ['{print > "x"}', 'writes'],
    ['{print $1 >> "x"}', 'writes'],
    ['{print $1,\n$2 > "x"}', 'writes'],
    ['{printf("%s", $1) > "x"}', 'writes'],
    ['{ if (1) print > $1 }', 'writes'],
    ['BEGIN{while ((getline l < "x") > 0) print l}', 'unknown'],
    ['BEGIN{ARGV[1]="x"}', 'unknown'],
    ['@include "x"', 'unknown'],
    ['BEGIN{f="system"; @f("x")}', 'unknown'],
    ['BEGIN{if(1)/"/;system("x")}', 'executes'],
    ['{ if ((a) / 1 + system("x") / 1) print }', 'executes'],
    ['{while(1)/"/;print|"x"}', 'executes'],
    ['/[/]/ {print}', 'unknown'],
    ['{print "a', 'unknown'],
    ['/a', 'unknown'],
  ])('sees what %j does', (program, kind) => {
    expect(awkConcern(program)).toMatchObject({ kind });
  });

  it.each('BEGIN END print printf return in if else while for do case exit delete next function'.split(' '))(
    'takes a slash after %s for the start of a regular expression',
    (keyword) => {
      expect(awkConcern(`${keyword} /"/`)).toBeUndefined();
      expect(awkConcern(`x${keyword} /"/`)).toMatchObject({ kind: 'unknown' });
    },
  );

  it.each(['if', 'while', 'for'])('takes a slash after the condition of %s for a regular expression', (keyword) => {
    expect(awkConcern(`${keyword} (x) /"/`)).toBeUndefined();
    expect(awkConcern(`${keyword} ((x)) /"/`)).toBeUndefined();
    expect(awkConcern(`${keyword} ((x) /"/`)).toMatchObject({ kind: 'unknown' });
    expect(awkConcern(`f${keyword} (x) /"/`)).toMatchObject({ kind: 'unknown' });
  });

  it.each(['getline', 'ARGV', 'ARGC', 'SYMTAB', 'FUNCTAB', 'PROCINFO'])('says that %s can read any file', (word) => {
    expect(awkConcern(`{ x = ${word} }`)?.why).toBe(`the program uses ${word}, which can read any file`);
    expect(awkConcern(`{ x = my${word} }`)).toBeUndefined();
  });

  it.each([
    ['a[1] / "b" / "c"', undefined],
    ['(1) / "b" / "c"', undefined],
    ['x / "b" / "c"', undefined],
    ['1 / "b" / "c"', undefined],
    ['"a" / "b" / "c"', undefined],
    ['/a/ / "b" / "c"', undefined],
    ['x++ / "b" / "c"', undefined],
    ['x-- / "b" / "c"', undefined],
    ['x + /"/', undefined],
    ['++/"/', undefined],
    ['x, /"/', undefined],
    ['{ print; x > 1 }', undefined],
    ['{ print } x > 1', undefined],
    ['{ print (x > 1) }', undefined],
    ['{ print (x) > 1 }', 'writes'],
    ['x || y', undefined],
    ['x | y', 'executes'],
    ['"a\\"b"', undefined],
    ['/a\\/"b/', undefined],
    ['"a\nb"', 'unknown'],
    ['/a\nb/', 'unknown'],
    ['/[a]b/', undefined],
    ['x \\\n + 1', undefined],
    ['x \\ + 1', 'unknown'],
    ['x `y`', 'unknown'],
    ['# "\nsystem(1)', 'executes'],
    ['# "', undefined],
    ['# system(1)', undefined],
  ])('judges %j as %s', (program, kind) => {
    expect(awkConcern(program)?.kind).toBe(kind);
  });
});
