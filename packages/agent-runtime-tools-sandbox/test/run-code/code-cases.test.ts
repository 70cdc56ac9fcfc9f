import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSandbox } from '../is-there.ts';
import { testSandbox } from '../test-sandbox.ts';

interface CodeCase {
  readonly id: string;
  readonly code: string;
  readonly expect: string;
}

const cases: readonly CodeCase[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/code-cases.json'), 'utf8'),
);
const codeOf = (id: string): string => {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`There is no case ${id}.`);
  return found.code;
};
type Box = ReturnType<typeof testSandbox>;
const run = (box: Box, code: string, limits: { timeout?: number; memoryMb?: number; cpuSeconds?: number } = {}) =>
  box.runCode({ language: 'javascript', code, timeout: 20, ...limits });

/** How often this process came to its own work while something ran. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  await work();
  clearInterval(timer);
  return ticks;
}

/** Cases written for code with a bridge to its host; here the code is a process of its own and there is no bridge. */
const checks: Readonly<Record<string, (box: Box, code: string) => Promise<void>>> = {
  async 'code-002'(box, code) {
    const secret = `PID-${process.pid}`;
    process.env['SANDBOX_TEST_SECRET'] = secret;
    const { stdout } = await run(box, `const p = await (${code})(); console.log(p.ppid, JSON.stringify(p.env), p.pid)`);
    expect(stdout).not.toContain(secret);
    // It gets a process object: its own, in a process namespace where the host's number means nothing.
    expect(Number(stdout.trim().split(' ').at(-1))).toBeLessThan(10);
  },
  async 'code-005'(box, code) {
    const ticks = await ticksDuring(async () => {
      expect(await run(box, code, { cpuSeconds: 1 })).toMatchObject({ limitHit: 'cpu' });
    });
    expect(ticks).toBeGreaterThan(10);
  },
  async 'code-007'(box, code) {
    expect(await run(box, code, { memoryMb: 200 })).toMatchObject({ limitHit: 'memory' });
  },
  async 'code-008'(box, code) {
    const value = await run(box, code);
    expect(value.exitCode).not.toBe(0);
    expect(value.stderr).toContain('Invalid string length');
  },
  async 'code-009'(box, code) {
    expect(await run(box, code, { timeout: 1.5 })).toMatchObject({ limitHit: 'time' });
  },
  async 'code-010'(box, code) {
    expect(await run(box, code, { timeout: 1.5 })).toMatchObject({ limitHit: 'time' });
  },
  async 'code-013'(box, code) {
    const value = await run(box, code);
    expect(value.stderr).toContain('host is not defined');
    expect(existsSync(join(box.root, 'MARK'))).toBe(false);
  },
  async 'code-014'(box, code) {
    await run(box, code);
    expect('x' in {}).toBe(false);
    expect(await run(box, 'console.log("x" in {})')).toMatchObject({ stdout: 'false\n' });
  },
  async 'code-017'(box, code) {
    const value = await run(box, code);
    expect(value.exitCode).not.toBe(0);
    expect(value.stdout.length).toBeLessThan(1_000_000);
  },
  async 'code-018'(box, code) {
    expect(await run(box, `console.log(${code})`)).toMatchObject({ stdout: '2\n', exitCode: 0 });
  },
  async 'code-019'(box, code) {
    expect(await run(box, `console.log(${code})`)).toMatchObject({ stdout: '[2,4]\n', exitCode: 0 });
  },
  async 'code-020'(box, code) {
    const asked = code.replace('host.readFile', "(await import('node:fs/promises')).readFile");
    expect(await run(box, `console.log(String(${asked}))`)).toMatchObject({ stdout: 'content\n', exitCode: 0 });
  },
};

describe.skipIf(!hasSandbox)('code in the sandbox', () => {
  it('has a check for every case', () => {
    expect(Object.keys(checks).sort()).toEqual(cases.map(({ id }) => id).sort());
  });

  it.for(cases.map(({ id, expect: expected }) => ({ id, expected })))(
    '$id: $expected',
    { timeout: 40_000 },
    async ({ id }) => {
      await using box = testSandbox({ 'a.txt': 'content' });
      await expect(checks[id]?.(box, codeOf(id))).resolves.toBeUndefined();
    },
  );
});
