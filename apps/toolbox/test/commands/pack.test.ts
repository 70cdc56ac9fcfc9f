import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolbox } from '../run-toolbox.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolbox-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with a pack of one tool, which can use the packages of the toolbox. */
function packFolder(version: string, parameters: string): string {
  const folder = temporaryFolder();
  const manifest = { name: 'tide-pack', version, type: 'module', exports: './index.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'index.js'),
    `import { definePack, defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
    const tide = defineTool({
      name: 'tide',
      description: 'Tells the tide of a place.',
      parameters: Type.Object({ ${parameters} }),
      execute: async () => ok('high'),
    });
    export const tidePack = () => definePack({ name: 'tide', version: '${version}', tools: [tide] });`,
  );
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
  return folder;
}

const PLACE = "place: Type.String({ description: 'The place' })";

describe('toolbox pack new', () => {
  it('creates a folder and says what to do next', async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await runToolbox(['pack', 'new', 'tide-pack'], { cwd });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('cd tide-pack') });
    const again = await runToolbox(['pack', 'new', 'tide-pack'], { cwd });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') });
  });
});

describe('toolbox pack check', () => {
  it('lists the problems of a pack and fails', async () => {
    const { code, stdout } = await runToolbox(['pack', 'check', packFolder('1.0.0', PLACE)]);
    expect(code).toBe(1);
    expect(stdout).toContain('is not in "peerDependencies"');
    expect(stdout).toContain('there is no test/samples.ts');
    expect(stdout).toContain('2 problems found.');
  });

  it('says that a folder has no package', async () => {
    const { code, stderr } = await runToolbox(['pack', 'check', temporaryFolder()]);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('no readable package.json') });
  });
});

describe('toolbox pack diff', () => {
  it('fails if the version is too low for the changes', async () => {
    const [before, after] = [packFolder('1.0.0', PLACE), packFolder('1.1.0', `${PLACE}, day: Type.String()`)];
    const { code, stdout } = await runToolbox(['pack', 'diff', before, after]);
    expect(code).toBe(1);
    expect(stdout.split('\n')).toEqual([
      'major tide: parameter day is new and required',
      'Together: major, so the version after 1.0.0 is 2.0.0 or higher.',
      'package.json says 1.1.0.',
      '',
    ]);
  });

  it.each([
    ['2.0.0', '2.0.1', PLACE, 0, 'patch'],
    ['2.0.0', '2.1.0', `${PLACE}, day: Type.Optional(Type.String())`, 0, 'minor'],
    ['2.0.0', '2.0.1', `${PLACE}, day: Type.Optional(Type.String())`, 1, 'minor'],
    ['0.1.0', '0.1.1', `${PLACE}, day: Type.Optional(Type.String())`, 0, 'minor'],
    ['0.1.0', '0.2.0', '', 0, 'major'],
    ['0.1.0', '0.1.1', '', 1, 'major'],
  ])('from %s to %s with the parameters { %s } ends with %i', async (from, to, parameters, code, level) => {
    const result = await runToolbox(['pack', 'diff', packFolder(from, PLACE), packFolder(to, parameters), '--json']);
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout)).toMatchObject({ level, from, to, enough: code === 0 });
  });

  it('suggests a subcommand for a mistyped one', async () => {
    const { code, stderr } = await runToolbox(['pack', 'dif']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('diff') });
  });
});
