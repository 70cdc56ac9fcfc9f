import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const packageRoot = path.resolve(import.meta.dirname, '..');
const compiler = path.resolve(packageRoot, '../../node_modules/typescript/bin/tsc');
let folder: string;

beforeAll(async () => {
  const cache = path.join(packageRoot, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  folder = await mkdtemp(path.join(cache, 'types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that registers tools one by one, calls each and reads its typed value. */
function programWith(tools: number): string {
  const all = Array.from({ length: tools }, (_, index) => index);
  const schema = (n: number) =>
    `Type.Object({ a${n}: Type.String(), b: Type.Optional(Type.Integer()), c: Type.Array(Type.Object({ d: Type.String(), e: Type.Union([Type.Literal('x'), Type.Literal('y')]) })) })`;
  return [
    `import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';`,
    ...all.map(
      (n) =>
        `const t${n} = defineTool({ name: 'tool_${n}', parameters: ${schema(n)}, output: Type.Object({ v${n}: Type.Number() }), execute: async () => ok({ v${n}: 1 }) });`,
    ),
    `export const tools = new ToolCoordinator()${all.map((n) => `.register(t${n})`).join('')};`,
    ...all.map(
      (n) =>
        `export const r${n} = tools.execute('tool_${n}', { a${n}: 'x', c: [{ d: 'x', e: 'y' }] }).then((r) => (r.ok ? r.value.v${n}.toFixed() : r.error.code));`,
    ),
    `export const last = Type.Object({});`,
  ].join('\n');
}

/** How many types the compiler creates: unlike the time, that is the same on every machine. */
async function instantiations(tools: number): Promise<number> {
  const file = path.join(folder, `with-${tools}.ts`);
  await writeFile(file, programWith(tools));
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--extendedDiagnostics',
  ];
  const { stdout } = await run(process.execPath, [compiler, ...options, file], { cwd: packageRoot });
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
}

describe('type-checking', () => {
  it('a program with 60 tools makes the compiler create fewer than half a million types', async () => {
    // 370,000 of them take about half a second.
    const [one, sixty] = [await instantiations(1), await instantiations(60)];
    expect(one).toBeGreaterThan(0);
    expect(sixty).toBeLessThan(500_000);
  }, 120_000);
});
