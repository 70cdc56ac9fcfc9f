import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from '../../checks/src/run-program.ts';
import type { ProgramRun } from '../../checks/src/run-program.ts';
import { temporaryTree } from '../../checks/src/temporary-tree.ts';
import { root } from '../workspace.mjs';

const small = { lib: ['es2023'], types: [], skipLibCheck: true };
const compilerOptions = { ...small, composite: true, module: 'nodenext', rootDir: 'src', outDir: 'dist' };

/** A package, and an app that bundles it: its bundle grows by the package's code each time it is made. */
const tree = (): string =>
  temporaryTree({
    'node_modules/.keep': '',
    'packages/a/package.json': { name: 'a', type: 'module', scripts: { build: 'tsc -b' } },
    'packages/a/tsconfig.json': { compilerOptions, include: ['src'] },
    'packages/a/src/index.ts': 'export const a = 1;',
    'apps/b/package.json': {
      name: 'b',
      private: true,
      scripts: { build: 'tsc -b && cat ../../packages/a/dist/index.js >> dist/bundle.js' },
      devDependencies: { a: 'workspace:^' },
    },
    'apps/b/tsconfig.json': { compilerOptions, include: ['src'] },
    'apps/b/src/index.ts': 'export const b = 1;',
  });

function build(base: string): Promise<ProgramRun> {
  const script = JSON.stringify(join(root, 'scripts', 'build', 'build-packages.mjs'));
  const program = `import { buildPackages } from ${script}; process.exitCode = await buildPackages({ base: '.' });`;
  return runProgram(process.execPath, ['--input-type=module', '-e', program], { cwd: base });
}

const bundleOf = (base: string): string => readFileSync(join(base, 'apps/b/dist/bundle.js'), 'utf8');

describe('buildPackages', () => {
  it('compiles everything, then runs what a build script does after tsc -b', async () => {
    const base = tree();
    const said = /^› building packages\/a, apps\/b\n› built in/;
    expect(await build(base)).toEqual({ ok: true, output: expect.stringMatching(said) });
    expect(bundleOf(base)).toBe('export const a = 1;\n');
  });

  it('does nothing, and says nothing, when nothing has changed', async () => {
    const base = tree();
    await build(base);
    expect(await build(base)).toEqual({ ok: true, output: '' });
    expect(bundleOf(base)).toBe('export const a = 1;\n');
  });

  it('bundles again when a package that is bundled has changed', async () => {
    const base = tree();
    await build(base);
    writeFileSync(join(base, 'packages/a/src/index.ts'), 'export const a = 2;');
    await build(base);
    expect(bundleOf(base)).toBe('export const a = 1;\nexport const a = 2;\n');
  });

  it('builds again what has been deleted', async () => {
    const base = tree();
    await build(base);
    rmSync(join(base, 'packages/a/dist'), { recursive: true });
    await build(base);
    expect(existsSync(join(base, 'packages/a/dist/index.js'))).toBe(true);
  });

  it('fails on a type error, and again until it is gone', async () => {
    const base = tree();
    writeFileSync(join(base, 'packages/a/src/index.ts'), 'export const a: string = 1;');
    expect(await build(base)).toEqual({ ok: false, output: expect.stringContaining('error TS2322') });
    expect(await build(base)).toEqual({ ok: false, output: expect.stringContaining('the build failed') });
    writeFileSync(join(base, 'packages/a/src/index.ts'), 'export const a = 1;');
    expect(await build(base)).toMatchObject({ ok: true });
  });
});
