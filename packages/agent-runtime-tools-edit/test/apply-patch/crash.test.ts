import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll, describe, expect, it } from 'vitest';
import { folderContent } from '../folder-content.ts';
import { temporaryEdit, type TemporaryEdit } from '../temporary-edit.ts';

const compileCache = join(tmpdir(), `edit-test-cache-${process.pid}`);
afterAll(() => rmSync(compileCache, { recursive: true, force: true }));

const files = { 'a.txt': '1\n2\n3\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };
const patch = [
  '*** Begin Patch',
  '*** Update File: a.txt\n@@\n-1\n+x',
  '*** Delete File: b.txt',
  '*** Update File: c.txt\n*** Move to: d/c.txt\n@@\n-c\n+C',
  '*** Add File: new.txt\n+new',
  '*** End Patch\n',
].join('\n');

interface Ending {
  readonly killed: boolean;
  readonly steps: number;
}

function child({ root, base }: TemporaryEdit, step: number, applied?: string): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, '../fixtures/crash-child.mjs');
    const args = [script, root, join(base, 'state'), String(step), ...(applied === undefined ? [] : [applied])];
    const started = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache },
    });
    let output = '';
    let complaint = '';
    started.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    started.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    started.on('error', reject);
    started.on('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve({ killed: signal === 'SIGKILL', steps: Number(output) })
        : reject(new Error(complaint)),
    );
  });
}

describe('apply_patch', () => {
  it('apply_patch is all old or all new after kill -9 at any step, and again inside recovery', async () => {
    const whole = temporaryEdit(files);
    const before = folderContent(whole.root);
    const { steps } = await child(whole, 0, patch);
    const after = folderContent(whole.root);
    expect(Object.keys(after).toSorted()).toEqual(['a.txt', 'd/', 'd/c.txt', 'new.txt']);
    const endings = { old: 0, new: 0, killedInRecovery: 0 };
    for (let step = 1; step <= steps; step++) {
      const made = temporaryEdit(files);
      expect((await child(made, step, patch)).killed, `step ${step}`).toBe(true);
      // The step of the second kill moves through recovery with the step of the first.
      if (step % 3 === 0 && (await child(made, 1 + (step % 7))).killed) endings.killedInRecovery++;
      const reopened = createWorkspace({ roots: [made.root], state: join(made.base, 'state') });
      expect((await reopened.recovery()).conflicts).toEqual([]);
      const now = folderContent(made.root);
      const isNew = 'new.txt' in now;
      expect(now, `step ${step}`).toEqual(isNew ? after : before);
      expect(readdirSync(made.root).filter((name) => name.startsWith('.toolbox-'))).toEqual([]);
      endings[isNew ? 'new' : 'old']++;
    }
    expect(endings.old).toBeGreaterThan(3);
    expect(endings.new).toBeGreaterThan(3);
    expect(endings.killedInRecovery).toBeGreaterThan(1);
  }, 120_000);
});
