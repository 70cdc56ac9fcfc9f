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
    ['{while(1)/"/;print|"x"}', 'executes'],
    ['/[/]/ {print}', 'unknown'],
    ['{print "a', 'unknown'],
    ['/a', 'unknown'],
  ])('sees what %j does', (program, kind) => {
    expect(awkConcern(program)).toMatchObject({ kind });
  });
});
