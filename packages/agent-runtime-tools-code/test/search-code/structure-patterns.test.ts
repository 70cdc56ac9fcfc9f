import { describe, expect, it } from 'vitest';
import { codeTree, valueOf } from '../code-tree.ts';

/** A file, and patterns with the lines that match. Every other line is a near miss of some pattern. */
const CASES: readonly {
  file: string;
  lines: readonly string[];
  patterns: readonly (readonly [string, readonly number[]])[];
}[] = [
  {
    file: 'a.ts',
    lines: [
      'const a: number = 1;',
      'let b = 2;',
      'export function add(x: number, y: number): number { return x + y; }',
      'function none() {}',
      'interface Shop { name: string }',
      'type Id = string | number;',
      'const c = b as unknown;',
      'const d = b!;',
      'enum Colour { Red }',
      'if (a === b) { none(); }',
      'if (a == b) none();',
      'for (const e of [1, 2]) add(e, e);',
      'const f = async () => { await none(); };',
      'const g = <T,>(t: T) => t;',
      'try { none(); } catch { none(); }',
      'throw new TypeError("x");',
    ],
    patterns: [
      ['const $A: number = $B', [1]],
      ['let $A = $B', [2]],
      ['$A === $B', [10]],
      ['$A == $B', [11]],
      ['add($X, $X)', [12]],
      ['none()', [10, 11, 13, 15, 15]],
      ['interface $I { name: string }', [5]],
      ['type $T = string | number', [6]],
      ['$A as unknown', [7]],
      ['$A!', [8]],
      ['enum $E { Red }', [9]],
      ['throw new TypeError($M)', [16]],
      ['new $C($$$)', [16]],
      ['await $E', [13]],
      ['for (const $I of $L) $B', [12]],
    ],
  },
  {
    file: 'b.js',
    lines: [
      "const fs = require('fs');",
      'const p = require(name);',
      'exports.a = () => 1;',
      'module.exports = { a, b };',
      'var x = x || {};',
      'x = x && y;',
      'foo.bar.baz(1, 2, 3);',
      'foo.bar.qux(1);',
      'foo?.bar();',
      'setTimeout(() => done(), 100);',
      'setTimeout(done, 100);',
      'setTimeout(done);',
      'class A extends B { run() { super.run(); } }',
      'delete x.y;',
      'typeof x === "string";',
      '[1, 2].map((n) => n * 2);',
    ],
    patterns: [
      ["require('fs')", [1]],
      ['require($M)', [1, 2]],
      ['const $V = require($M)', [1, 2]],
      ['module.exports = $E', [4]],
      ['exports.$N = $V', [3]],
      ['$A || {}', [5]],
      ['$A && $B', [6]],
      ['foo.bar.$M($$$)', [7, 8]],
      ['foo.bar.$M($A)', [8]],
      ['foo?.bar()', [9]],
      ['setTimeout($F, $T)', [10, 11]],
      ['setTimeout($F)', [12]],
      ['setTimeout(() => $B, 100)', [10]],
      ['class $C extends $D { $$$ }', [13]],
      ['delete $O.y', [14]],
      ['typeof $X === "string"', [15]],
      ['$L.map($F)', [16]],
    ],
  },
  {
    file: 'c.tsx',
    lines: [
      'const a = <Button onClick={run}>Go</Button>;',
      'const b = <Button>Go</Button>;',
      'const c = <Input value={v} />;',
      'const d = <Input />;',
      'const e = list.map((x) => <li key={x}>{x}</li>);',
      'const [s, setS] = useState<string>("");',
      'const [t, setT] = useState(0);',
      'useEffect(() => { run(); }, []);',
      'useEffect(() => { run(); });',
      'const f = (p: Props): JSX.Element => <>{p.children}</>;',
    ],
    patterns: [
      ['<Button onClick={$F}>$$$</Button>', [1]],
      ['<Button>$$$</Button>', [2]],
      ['<Input value={$V} />', [3]],
      ['<Input />', [4]],
      ['<li key={$K}>$$$</li>', [5]],
      ['const [$S, $T] = useState($I)', [7]],
      ['useState<string>($I)', [6]],
      ['useEffect($F, [])', [8]],
      ['useEffect($F)', [9]],
      ['list.map($F)', [5]],
      ['run()', [8, 9]],
    ],
  },
  {
    file: 'd.jsx',
    lines: [
      'export const A = () => <div className="a" />;',
      'export const B = () => <div id="a" />;',
      'export default function C({ children }) { return children; }',
      'const D = React.memo(A);',
      'const E = React.lazy(() => import("./a"));',
      'console.log("a"); console.error("a");',
      'if (!A) { throw B; }',
    ],
    patterns: [
      ['<div className="a" />', [1]],
      ['<div id={$I} />', []],
      ['React.$M($$$)', [4, 5]],
      ['React.memo($C)', [4]],
      ['import($P)', [5]],
      ['console.log($$$)', [6]],
      ['console.$M("a")', [6, 6]],
      ['if (!$A) { $$$ }', [7]],
    ],
  },
];

describe('structural patterns', () => {
  it.each(CASES)('match as expected in $file', async ({ file, lines, patterns }) => {
    const { tools } = await codeTree({ [file]: `${lines.join('\n')}\n` });
    for (const [pattern, expected] of patterns) {
      const { results } = valueOf(await tools.execute('search_code', { pattern, limit: 50 }));
      expect([pattern, results.map(({ line }) => line)]).toEqual([pattern, [...expected]]);
    }
  });

  it('are at least fifty', () => {
    expect(CASES.flatMap(({ patterns }) => patterns).length).toBeGreaterThanOrEqual(50);
  });
});
