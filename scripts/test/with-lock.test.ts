import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../checks/src/run-program.ts';
import { withLock } from '../with-lock.mjs';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

describe('withLock', () => {
  it('gives what the task gives, and leaves nothing behind', async () => {
    const place = folder();
    expect(await withLock(join(place, 'deep', 'a.lock'), () => Promise.resolve(42))).toBe(42);
    expect(readdirSync(join(place, 'deep'))).toEqual([]);
  });

  it('lets go when the task fails', async () => {
    const file = join(folder(), 'a.lock');
    await expect(withLock(file, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(existsSync(file)).toBe(false);
  });

  it('runs tasks of several processes one at a time', async () => {
    const place = folder();
    const program = `
      import { appendFileSync } from 'node:fs';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { withLock } from ${JSON.stringify(join(import.meta.dirname, '..', 'with-lock.mjs'))};
      await withLock('a.lock', async () => {
        appendFileSync('log', 'in ');
        await sleep(50);
        appendFileSync('log', 'out ');
      });`;
    const run = () => runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: place });
    await Promise.all([run(), run(), run(), run()]);
    const { output } = await runProgram('cat', ['log'], { cwd: place });
    expect(output).toBe('in out '.repeat(4));
  });

  it('takes over from a process that has ended', async () => {
    const file = join(folder(), 'a.lock');
    const { output } = await runProgram(process.execPath, ['-p', 'process.pid'], { cwd: folder() });
    writeFileSync(file, output.trim());
    expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
  });

  it('takes over a lock whose time has stood still, whoever may have its process id now', async () => {
    const file = join(folder(), 'a.lock');
    writeFileSync(file, String(process.pid));
    utimesSync(file, new Date(0), new Date(0));
    expect(await withLock(file, () => Promise.resolve('mine'))).toBe('mine');
  });

  it('waits for a process that lives', async () => {
    const file = join(folder(), 'a.lock');
    writeFileSync(file, String(process.pid));
    let taken = false;
    const waiting = withLock(file, () => Promise.resolve((taken = true)));
    await sleep(250);
    expect(taken).toBe(false);
    rmSync(file);
    expect(await waiting).toBe(true);
  });
});
