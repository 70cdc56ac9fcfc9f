import { readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../checks/src/run-program.ts';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { chooseMutations } from '../mutate/choose-mutations.mjs';
import { applyMutation, findMutations } from '../mutate/find-mutations.mjs';
import { recordFunctions } from '../mutate/record-functions.mjs';
import { root } from '../workspace.mjs';

const mutants = (text: string, kind?: string): string[] =>
  findMutations('a.ts', text)
    .filter((mutation) => kind === undefined || mutation.kind === kind)
    .map((mutation) => applyMutation(text, mutation));

describe('mutations', () => {
  it.each([
    ['x = a === b;', 'comparison', ['x = a !== b;']],
    ['x = a < b;', 'comparison', ['x = a <= b;', 'x = a >= b;']],
    ['x = a /* < */ >= b;', 'comparison', ['x = a /* < */ > b;', 'x = a /* < */ < b;']],
    ['x = a && b;', 'boolean', ['x = a || b;']],
    ['x = !a;', 'boolean', ['x = a;']],
    ['f({ a: true });', 'boolean', ['f({ a: false });']],
    ['function f(a) { if (a) { g(); return 1; } return 2; }', 'guard', ['function f(a) { ; return 2; }']],
    ['for (const a of b) { if (!a) continue; }', 'guard', ['for (const a of b) { ; }']],
    ['if (a) b(); else c();', 'condition', ['if (!(a)) b(); else c();']],
    ['x = a ? 1 : 2;', 'condition', ['x = !(a) ? 1 : 2;']],
    ['f();\ng();', 'statement', [';\ng();', 'f();\n;']],
    [
      "const names = ['a', 'b', 'c'];",
      'list entry',
      ["const names = ['b', 'c'];", "const names = ['a', 'c'];", "const names = ['a', 'b', ];"],
    ],
  ])('of %s of the kind %s', (text, kind, expected) => {
    expect(mutants(text, kind)).toEqual(expected);
  });

  it('leave types, directives and the call of a parent class alone', () => {
    const text = `'use strict';
type A = true | (B extends C ? false : [1, 2]);
interface D { readonly e: true }
class F extends G { constructor(readonly h: false) { super(); } }`;
    expect(mutants(text)).toEqual([]);
  });

  it('reach expressions that have a type beside them', () => {
    expect(mutants('const a = [true] as const;', 'boolean')).toEqual(['const a = [false] as const;']);
  });

  it('know their line and the function around them', () => {
    const text = 'const a = b === 1;\nconst c = () => {\n  return b === 2;\n};\nconst d = () => b === 3;\n';
    const found = findMutations('a.ts', text).filter(({ kind }) => kind === 'comparison');
    expect(found.map(({ line, functionStart }) => ({ line, functionStart }))).toEqual([
      { line: 1, functionStart: -1 },
      { line: 3, functionStart: text.indexOf('{') },
      { line: 5, functionStart: text.indexOf('b === 3') },
    ]);
  });

  it('are drawn evenly from the kinds, and the same for the same seed', () => {
    const many = Array.from({ length: 1000 }, (_, id) => ({ kind: id < 20 ? 'guard' : 'comparison', id }));
    const chosen = chooseMutations(many, { count: 30, seed: 5 });
    expect(chosen).toHaveLength(30);
    expect(chosen.filter(({ kind }) => kind === 'guard').length).toBeGreaterThan(8);
    expect(chooseMutations(many, { count: 30, seed: 5 })).toEqual(chosen);
    expect(chooseMutations(many, { count: 30, seed: 6 })).not.toEqual(chosen);
    expect(chooseMutations(many, { count: 5000, seed: 6 })).toEqual(many);
  });
});

describe('recorded functions', () => {
  it('do what they did and note that they ran', async () => {
    const text = `export const a = (x: number) => ({ twice: x * 2 });
export function b() { return [1, 2].map((x) => x + 1); }
export async function* c() { yield 1; }
export class D { static e = () => async () => 5; }
export const unused = () => 1;`;
    const recorded = recordFunctions('a.ts', text, 'a.ts');
    const reachedFunctions = new Set<string>();
    Object.assign(globalThis, { reachedFunctions });
    const url = `data:text/javascript,${encodeURIComponent(recorded.replaceAll(': number', ''))}`;
    const module = (await import(/* @vite-ignore */ url)) as {
      a(x: number): unknown;
      b(): unknown;
      D: { e(): () => Promise<number> };
    };
    expect([module.a(2), module.b(), await module.D.e()()]).toEqual([{ twice: 4 }, [2, 3], 5]);
    const bodies = ['({ twice', '{ return', 'x + 1', 'async () => 5', '5; }'].map((body) => text.indexOf(body));
    expect([...reachedFunctions].sort()).toEqual([-1, ...bodies].map((start) => `a.ts:${start}`).sort());
  });
});

describe('the mutation run', () => {
  it('says what no test notices, ends what never ends and changes no file', { timeout: 120_000 }, async () => {
    const source = `export const clamp = (x: number): number => {
  if (x > 10) return 10;
  return x;
};
export const count = (): number => {
  let n = 0;
  while (n < 3) {
    n += 1;
  }
  return n;
};
export const unused = (x: number): boolean => x === 1;
`;
    const tree = temporaryTree({
      'packages/tools-a/package.json': { name: 'tools-a', type: 'module' },
      'packages/tools-a/src/index.ts': source,
      'packages/tools-a/test/a.test.ts': `import { expect, it } from 'vitest';
import { clamp, count } from '../src/index.ts';
it('clamps', () => expect([clamp(11), clamp(1)]).toEqual([10, 1]));
it('counts', () => expect(count()).toBe(3));
`,
    });
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    const temporary = temporaryTree({});
    const before = readdirSync(temporary);
    const args = ['--root', tree, '--package', 'a', '--count', '100', '--at-least', '90', '--loop-timeout', '3'];
    const run = await runProgram(process.execPath, [join(root, 'scripts/mutate/main.mjs'), ...args], {
      cwd: tree,
      env: { ...process.env, TMPDIR: temporary },
    });
    expect(run.ok).toBe(false);
    expect(run.output).toContain('index.ts:2 guard: noticed by clamps');
    expect(run.output).toContain('index.ts:8 statement: noticed by no end within');
    expect(run.output).toContain('index.ts:2 comparison: SURVIVED');
    expect(run.output).toContain('index.ts:12 comparison: SURVIVED, no test reaches it');
    expect(run.output).toContain('\n-   if (x > 10) return 10;\n+   if (x >= 10) return 10;\n');
    expect(run.output).toMatch(/5 of 7 mutations noticed \(71 %\), 2 survived, 1 of them in code that no test reaches/);
    expect(readFileSync(join(tree, 'packages/tools-a/src/index.ts'), 'utf8')).toBe(source);
    expect(readdirSync(temporary)).toEqual(before);
  });
});
