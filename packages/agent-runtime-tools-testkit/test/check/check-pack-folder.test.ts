import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPackFolder, loadPackFolder } from '../../src/check/index.ts';
import { createTestFolder } from '../../src/index.ts';

const manifest = {
  name: '@acme/echo-pack',
  version: '1.2.3',
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  peerDependencies: { '@ku0/agent-runtime-tools-core': 'workspace:^' },
};
const source = `
import { definePack, defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
const echo = defineTool({
  name: 'echo_text',
  description: 'Returns the text that it is given.',
  parameters: Type.Object({ text: Type.String({ description: 'The text.' }) }),
  output: Type.Object({ text: Type.String() }),
  execute: async ({ text }) => ok({ text }),
});
export const echoPack = () => definePack({ name: 'echo', version: '1.2.3', tools: [echo] });
`;
const samples = "export const contract = { samples: { echo_text: [{ params: { text: 'a' } }] } };";

/** The folder of a good pack, with some files changed. */
async function packFolder(changes: Record<string, string> = {}): Promise<string> {
  const files = { 'package.json': JSON.stringify(manifest), 'index.js': source, 'test/samples.js': samples };
  const folder = await createTestFolder({ ...files, ...changes });
  onTestFinished(() => folder.remove());
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder.path, 'node_modules'));
  return folder.path;
}

const findings = async (changes: Record<string, string>): Promise<string> =>
  (await checkPackFolder(await packFolder(changes))).findings.map(({ problem }) => problem).join('\n');
const withManifest = (change: object) => ({ 'package.json': JSON.stringify({ ...manifest, ...change }) });

describe('checkPackFolder', () => {
  it('finds nothing wrong with a good pack, and says what it loads', async () => {
    const { findings: found, loaded, pack } = await checkPackFolder(await packFolder());
    expect(found).toEqual([]);
    expect(pack.name).toBe('echo');
    expect(loaded.map(({ name }) => name)).toEqual(['@ku0/agent-runtime-tools-core', '@acme/echo-pack']);
  });

  it.each([
    [
      'core as a dependency',
      withManifest({ dependencies: { '@ku0/agent-runtime-tools-core': '^1.0.0' } }),
      'move it to',
    ],
    ['no core', withManifest({ peerDependencies: {} }), 'is not in "peerDependencies"'],
    [
      'any core',
      withManifest({ peerDependencies: { '@ku0/agent-runtime-tools-core': '*' } }),
      'not of the form ^1.2.3',
    ],
    [
      'another core',
      withManifest({ peerDependencies: { '@ku0/agent-runtime-tools-core': '^9.0.0' } }),
      'does not accept',
    ],
    ['another version', withManifest({ version: '2.0.0' }), 'the pack says 1.2.3, and package.json says 2.0.0'],
    ['another package name', withManifest({ name: 'other' }), 'the package other has a pack called "echo"'],
    ['a tool in camel case', { 'index.js': source.replaceAll('echo_text', 'echoText') }, 'not in snake_case'],
    ['no samples', { 'test/samples.js': 'export {};' }, 'there is no test/samples.ts'],
    ['no sample of a tool', { 'test/samples.js': 'export const contract = { samples: {} };' }, 'samples'],
    [
      'a value that does not fit',
      { 'index.js': source.replace('ok({ text })', 'ok({ txt: text })') },
      'OUTPUT_INVALID',
    ],
    ['a heavy library', { 'index.js': `import 'yaml';\n${source}` }, 'yaml ('],
  ])('finds %s', async (_, changes, problem) => {
    expect(await findings(changes)).toContain(problem);
  });

  it('finds names that another pack has taken', async () => {
    const { findings: found } = await checkPackFolder(await packFolder(), { takenNames: () => ['echo_text'] });
    expect(found).toMatchObject([{ problem: '"echo_text" is taken by another pack' }]);
  });
});

describe('loadPackFolder', () => {
  it.each([
    ['there is no package.json', {}, 'no readable package.json'],
    ['there is no build', { 'package.json': JSON.stringify(manifest) }, 'Build the package first'],
    [
      'there is no pack',
      { 'package.json': JSON.stringify(manifest), 'index.js': 'export const a = 1;' },
      'exports no pack',
    ],
  ])('says so if %s', async (_, files, problem) => {
    const folder = await createTestFolder(files);
    onTestFinished(() => folder.remove());
    await expect(loadPackFolder(folder.path)).rejects.toThrow(problem);
  });
});
