import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { TemporaryWorkspace } from './temporary-workspace.ts';

/** The children load the same code hundreds of times. */
const compileCache = join(tmpdir(), `workspace-test-cache-${process.pid}`);
afterAll(() => rmSync(compileCache, { recursive: true, force: true }));

export interface Ending {
  readonly killed: boolean;
  readonly output: string;
}

/**
 * Another process that opens the workspace, which repairs what was left, does the work (`recover` is nothing more, `undo`
 * takes the last call back, anything else is a plan of changes) and is killed ahead of the n-th step, or never with 0.
 */
export function runChild({ root, state }: TemporaryWorkspace, work: string, step: number): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const script = join(import.meta.dirname, 'fixtures/crash-child.mjs');
    const args = [script, root, state, String(step), ...(work === 'recover' ? [] : [work])];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache },
    });
    let output = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve({ killed: signal === 'SIGKILL', output })
        : reject(new Error(complaint)),
    );
  });
}

/** What the journal holds, which is nothing when all is settled. */
export function journalOf({ state }: TemporaryWorkspace): string[] {
  return readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => /\/journal\/./.test(name));
}

export async function twoAtATime(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 1;
  const worker = async (): Promise<void> => {
    for (let index = next++; index <= count; index = next++) await work(index);
  };
  await Promise.all([worker(), worker()]);
}
