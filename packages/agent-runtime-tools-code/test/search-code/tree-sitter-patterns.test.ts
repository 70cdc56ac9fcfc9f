import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

interface PatternCase {
  readonly file: string;
  readonly lines: readonly string[];
  /** A pattern with the lines where it matches; every other line is a near miss. */
  readonly patterns: readonly (readonly [string, readonly number[]])[];
}

const CASES: readonly PatternCase[] = [
  {
    file: 'a.py',
    lines: [
      'print("a")',
      'print("a", "b")',
      'print()',
      'log.print("a")',
      '# print("a")',
      'x = x + 1',
      'x = y + 1',
      'if x is None: pass',
      'if x == None: pass',
      'def f(a): return a',
      'def g(a, b=1): return b',
      'class A(B): pass',
      'class C: pass',
      'for i in range(10): print(i)',
      'assert isinstance(x, str)',
      'with open("f") as f: x = f.read()',
      'y = [a for a in b if a]',
      'raise ValueError("print")',
      'raise',
      'import os',
      'from os import path',
    ],
    patterns: [
      ['print($A)', [1, 14]],
      ['print($$$)', [1, 2, 3, 14]],
      ['print($A, $$$)', [1, 2, 14]],
      ['log.$M($$$)', [4]],
      ['$A = $A + 1', [6]],
      ['$A = $B + 1', [6, 7]],
      ['$X is None', [8]],
      ['$X == None', [9]],
      ['def $F($A): return $A', [10]],
      ['def $F($$$): return $R', [10, 11]],
      ['class $C($B): $$$', [12]],
      ['for $I in range($N): $$$', [14]],
      ['isinstance($X, str)', [15]],
      ['[$A for $A in $B if $A]', [17]],
      ['raise $E($$$)', [18]],
      ['import $M', [20]],
      ['from os import $N', [21]],
    ],
  },
  {
    file: 'a.go',
    lines: [
      'package a',
      'import "fmt"',
      'type T struct { A int }',
      'func f(a int) error { return nil }',
      'func g() { fmt.Println("a") }',
      'func h() { fmt.Println() }',
      'func i() { fmt.Printf("a") }',
      'func j() { x := f(1); if x != nil { return } }',
      'func k() { var x = f(1); if x == nil { return } }',
      'func (t *T) m() { t.A = t.A + 1 }',
      'func n() { go f(1); defer f(2) }',
      'func o() { for i := 0; i < 3; i++ { f(i) } }',
      'func p() { _ = T{A: 1} }',
      '// fmt.Println("a")',
      'func q() { panic("fmt.Println(1)") }',
    ],
    patterns: [
      ['fmt.Println($A)', [5]],
      ['fmt.Println($$$)', [5, 6]],
      ['fmt.$F("a")', [5, 7]],
      ['$X := f($A)', [8]],
      ['if $X != nil { $$$ }', [8]],
      ['if $X == nil { return }', [9]],
      ['$A.$B = $A.$B + 1', [10]],
      ['go f($A)', [11]],
      ['defer $F($$$)', [11]],
      ['for $I := 0; $I < $N; $I++ { $$$ }', [12]],
      ['T{A: $V}', [13]],
      ['panic($E)', [15]],
      ['func $F($$$) error { $$$ }', [4]],
      ['return nil', [4]],
    ],
  },
  {
    file: 'a.rs',
    lines: [
      'use std::io;',
      'fn a() -> u8 { x.unwrap() }',
      'fn b() { x.expect("unwrap()"); }',
      'fn c() { y.x.unwrap(); }',
      'fn d() { let z = Some(1); }',
      'fn e() { let z = None; }',
      'fn f() { if let Some(v) = z { v; } }',
      'fn g() { if z == 1 { v; } }',
      'fn h() { println!("{}", z); }',
      'struct S { a: u8 }',
      'impl S { fn new() -> S { S { a: 1 } } }',
      'fn i() { z = z + z; }',
      'fn j() { z = z + w; }',
      '// x.unwrap()',
      'fn k() { std::mem::swap(&mut a, &mut b); }',
    ],
    patterns: [
      ['$X.unwrap()', [2, 4]],
      ['x.unwrap()', [2]],
      ['$X.expect($M)', [3]],
      ['let $V = Some($E)', [5]],
      ['let $V = $E', [5, 6]],
      ['if let Some($V) = $E { $$$ }', [7]],
      ['if $A == $B { $$$ }', [8]],
      ['struct $S { $$$ }', [10]],
      ['S { a: $V }', [11]],
      ['$A = $A + $A', [12]],
      ['$A = $A + $B', [12, 13]],
      ['std::mem::$F($$$)', [15]],
      ['use std::$M', [1]],
      ['fn $F() -> u8 { $$$ }', [2]],
    ],
  },
  {
    file: 'A.java',
    lines: [
      'import java.util.List;',
      'class A extends B {',
      '  int x = 1;',
      '  void a() { System.out.println("a"); }',
      '  void b() { System.out.println(); }',
      '  void c() { System.err.println("a"); }',
      '  int d(int y) { return y; }',
      '  int e(int y) { if (y == null) { return 0; } return y; }',
      '  void f() { try { a(); } catch (Exception e) { } }',
      '  void g() { try { a(); } finally { } }',
      '  void h() { List<String> l = new ArrayList<>(); }',
      '  void i() { Object l = new Object(); }',
      '  // System.out.println("a");',
      '  void j() { for (int i = 0; i < 3; i++) { a(); } }',
      '  void k() { x = x == 1 ? 2 : 3; }',
      '  void l() { throw new Error("System.out.println(1)"); }',
      '}',
    ],
    patterns: [
      ['System.out.println($A)', [4]],
      ['System.out.println($$$)', [4, 5]],
      ['System.$S.println("a")', [4, 6]],
      ['return $X;', [7, 8, 8]],
      ['if ($X == null) { $$$ }', [8]],
      ['try { $$$ } catch (Exception $E) { $$$ }', [9]],
      ['try { $$$ } finally { $$$ }', [10]],
      ['new ArrayList<>()', [11]],
      ['$T $V = new $T()', [12]],
      ['for (int $I = 0; $I < $N; $I++) { $$$ }', [14]],
      ['$C ? $A : $B', [15]],
      ['throw new $E($M);', [16]],
      ['import java.util.$N;', [1]],
      ['class $A extends $B { $$$ }', [2]],
      ['int $F(int $Y) { return $Y; }', [7]],
    ],
  },
  {
    file: 'a.c',
    lines: [
      '#include <stdio.h>',
      'int a(void) { printf("a"); return 0; }',
      'int b(void) { printf("a", 1); return 1; }',
      'int c(char *p) { if (p == NULL) { return 0; } return *p; }',
      'void d(void) { free(x); x = NULL; }',
      'void e(void) { p->next = p; }',
      '/* printf("a") */',
    ],
    patterns: [
      ['printf($A)', [2]],
      ['printf($A, $B)', [3]],
      ['if ($P == NULL) { $$$ }', [4]],
      ['$X = NULL', [5]],
      ['$P->next', [6]],
      ['return 0;', [2, 4]],
    ],
  },
  {
    file: 'a.cpp',
    lines: [
      'void a() { std::cout << "a"; }',
      'void b() { auto p = new T(1); delete p; }',
      'void c() { throw std::runtime_error("new"); }',
      'template <class T> T d(T t) { return static_cast<int>(t); }',
    ],
    patterns: [
      ['std::cout << $A', [1]],
      ['new $T($$$)', [2]],
      ['delete $P', [2]],
      ['throw $E', [3]],
      ['static_cast<int>($X)', [4]],
    ],
  },
  {
    file: 'a.cs',
    lines: [
      'class A {',
      '  void B() { Console.WriteLine("a"); }',
      '  async Task C() { await D(); await E(1); }',
      '  int F => G ?? 1;',
      '  void H() { using var x = Open(); }',
      '}',
    ],
    patterns: [
      ['Console.WriteLine($A)', [2]],
      ['await $F()', [3]],
      ['$A ?? $B', [4]],
      ['var $X = Open();', []],
    ],
  },
  {
    file: 'a.rb',
    lines: [
      'puts "a"',
      'puts',
      'a.each { |x| puts x }',
      'a.map { |x| x }',
      'raise Foo, "a" if b',
      'class A < B; end',
      'class C; end',
    ],
    patterns: [
      ['puts $A', [1, 3]],
      ['$A.each { |$X| $$$ }', [3]],
      ['raise $E, $M', [5]],
      ['class $A < $B; end', [6]],
    ],
  },
  {
    file: 'a.php',
    lines: [
      '<?php',
      'var_dump($a);',
      'var_dump($a, $b);',
      '$x = $x + 1;',
      '$x = $y + 1;',
      '$this->run(1);',
      'Foo::run(1);',
      'if (isset($a)) { run(); }',
      'class A extends B { }',
    ],
    patterns: [
      ['var_dump($A)', [2]],
      ['$A = $A + 1', [4]],
      ['$O->run($$$)', [6]],
      ['Foo::$M($$$)', [7]],
      ['if (isset($A)) { $$$ }', [8]],
      ['class $A extends $B { }', [9]],
    ],
  },
  {
    file: 'a.sh',
    lines: ['echo a', 'echo a b', 'rm -rf x', 'if [ -f x ]; then echo a; fi', '# echo a'],
    patterns: [
      ['echo $A', [1, 4]],
      ['echo $A $B', [2]],
      ['rm -rf $X', [3]],
    ],
  },
];

describe('structural patterns of tree-sitter languages', () => {
  it.each(CASES)('match as expected in $file', { timeout: 60_000 }, async ({ file, lines, patterns }) => {
    const { tools } = await codeTree({ [file]: `${lines.join('\n')}\n` });
    const wrong: unknown[] = [];
    for (const [pattern, expected] of patterns) {
      const result = await tools.execute('search_code', { pattern, limit: 50 });
      const found = result.ok ? result.value.results.map(({ line }) => line) : result.error.message;
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ pattern, found, expected });
    }
    expect(wrong).toEqual([]);
  });

  it('are at least fifty in the first four languages', () => {
    expect(CASES.slice(0, 4).flatMap(({ patterns }) => patterns).length).toBeGreaterThanOrEqual(50);
  });

  it('give the code of their metavariables', async () => {
    const { tools } = await codeTree({ 'a.py': 'fetch(url, 1, key=2)\n' });
    const { results } = valueOf(await tools.execute('search_code', { pattern: 'fetch($URL, $$$REST)' }));
    expect(results.map(({ variables, signature }) => [variables, signature])).toEqual([
      [{ URL: 'url', REST: '1, key=2' }, 'fetch(url, 1, key=2)'],
    ]);
  });

  it('end in time when several lists could be divided in very many ways', async () => {
    const items = Array.from({ length: 300 }, (_, at) => `a${at}`).join(', ');
    const { tools } = await codeTree({ 'a.py': `f(${items})\n` });
    const pattern = 'f($$$A, $X, $$$B, $X, $$$C, $X, $$$D)';
    const { results } = valueOf(await tools.execute('search_code', { pattern }));
    expect(results).toEqual([]);
  });

  it('are refused where they are only a metavariable or no code', async () => {
    const { tools } = await codeTree({ 'a.py': 'f()\n' });
    for (const pattern of ['$A', 'def (', ')']) {
      const result = await tools.execute('search_code', { pattern });
      expect([pattern, result.ok ? 'ok' : result.error.code]).toEqual([pattern, 'INVALID_CODE_PATTERN']);
    }
  });
});
