import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { rolldown } from 'rolldown';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { pageExamples } from './src/examples/page-examples.ts';
import { runProgram } from './src/run-program.ts';
import { stageExamples } from './src/examples/staged-examples.ts';

/** Bundles a program into one file. */
type Bundle = (entry: string, file: string) => Promise<unknown>;

const bundlers: readonly (readonly [string, Bundle])[] = [
  [
    'esbuild',
    (entry, file) =>
      esbuild({
        entryPoints: [entry],
        outfile: file,
        bundle: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'silent',
      }),
  ],
  [
    'rolldown',
    async (entry, file) => {
      const bundle = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' });
      await bundle.write({ file, format: 'esm', codeSplitting: false });
      await bundle.close();
    },
  ],
];

describe('the example of the README, bundled into one file and taken away from its packages', () => {
  it.each(bundlers)('runs when %s made it', { timeout: 60_000 }, async (_, bundle) => {
    const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
    const [cwd, home] = [join(folder, 'project'), join(folder, 'home')];
    for (const made of [cwd, home]) mkdirSync(made);
    const staged = stageExamples(
      root,
      pageExamples(root).filter(({ page, code }) => page === 'README.md' && code.includes('shellPack')),
    );
    onTestFinished(() => {
      staged.remove();
      rmSync(folder, { recursive: true, force: true });
    });
    const [example] = staged.examples;
    if (example === undefined) throw new Error('The README has no such example.');
    const file = join(folder, 'app.mjs');
    await bundle(example.file, file);
    copyFileSync(join(root, 'README.md'), join(cwd, 'README.md'));
    const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1' };
    const run = await runProgram(process.execPath, [file], { cwd, env, timeoutMs: 30_000 });
    expect(run).toMatchObject({ ok: true });
    expect(run.output).toMatch(/^\d+ \d+\n$/);
  });
});
