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

/** Needs what is loaded on demand: a glob in a hook and in a rule, a guess at a character set, the parser of commands. */
const LOADS_ON_DEMAND = `
import { writeFileSync } from 'node:fs';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { shellPack } from '@ku0/agent-runtime-tools-shell';
import { hooks } from '@ku0/agent-runtime-tools-hooks';
import { approval } from '@ku0/agent-runtime-tools-approval';

// Shift_JIS.
const japanese = '93fa967b8cea82cc8365834c8358836782c582b7814282b182ea82cd93fa967b8cea82c582b78142';
writeFileSync('japanese.txt', Buffer.from(japanese, 'hex'));
const permissions = { allow: ['Bash(cat {hook,other}.log)', 'Bash(cat *.log)', 'Edit(docs/**/*.{md,txt})'] };
const tools = new ToolCoordinator({ services: { workspace: createWorkspace({ roots: ['.'] }) } })
  .use(hooks([{ name: 'log', type: 'PreToolUse', toolPatterns: ['{read,move}_*'], command: 'echo ran >> hook.log' }]))
  .use(approval({ permissions, ask: () => false }))
  .registerPack(filesPack())
  .registerPack(shellPack());
const read = await tools.execute('read_file', { path: 'japanese.txt' });
const logged = await tools.execute('bash', { command: 'cat hook.log' });
console.log(read.ok && read.value.content.includes('\u65e5\u672c\u8a9e'), logged.ok && logged.value.stdout.trim());
await tools.shutdownAll();
`;

describe('a program that is bundled into one file and taken away from its packages', () => {
  it.each(bundlers)('runs when %s made it of the example of the README', { timeout: 60_000 }, async (_, bundle) => {
    const run = await runBundled(bundle);
    expect(run).toMatchObject({ ok: true });
    expect(run.output).toMatch(/^\d+ \d+\n$/);
  });

  it.each(bundlers)('finds what is loaded on demand when %s made it', { timeout: 60_000 }, async (_, bundle) => {
    expect(await runBundled(bundle, LOADS_ON_DEMAND)).toMatchObject({ ok: true, output: 'true ran\n' });
  });
});

/** Bundles and runs a program in the place of the README's example; by default the example itself. */
async function runBundled(bundle: Bundle, code?: string): ReturnType<typeof runProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  const [cwd, home] = [join(folder, 'project'), join(folder, 'home')];
  for (const made of [cwd, home]) mkdirSync(made);
  const staged = stageExamples(
    root,
    pageExamples(root)
      .filter((example) => example.page === 'README.md' && example.code.includes('shellPack'))
      .map((example) => (code === undefined ? example : { ...example, code })),
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
  return runProgram(process.execPath, [file], { cwd, env, timeoutMs: 30_000 });
}
