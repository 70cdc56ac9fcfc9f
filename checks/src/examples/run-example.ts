import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';
import type { ProgramRun } from '../run-program.ts';
import type { StagedExample } from './staged-examples.ts';

/**
 * Runs an example in a temporary folder, with an empty home and a temporary folder of its own. The folder contains the page
 * as README.md, for examples that read a file.
 */
export async function runExample(root: string, example: StagedExample, timeoutMs = 30_000): Promise<ProgramRun> {
  const folders = ['example-', 'example-home-', 'tmp-'].map((name) => mkdtempSync(join(tmpdir(), name)));
  const [cwd = '', home, temporary] = folders;
  copyFileSync(join(root, example.page), join(cwd, 'README.md'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: temporary, NO_COLOR: '1' };
    return await runProgram(process.execPath, [example.file], { cwd, env, timeoutMs });
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
