import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkVersions } from './src/check-versions.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-net';

describe('the versions of built packs and tools', () => {
  it('are those of their packages, in this repository', { timeout: 120_000 }, async () => {
    expect(await checkVersions(root)).toEqual([]);
  });

  it('fail when a pack, a tool or the core it was built with has another', async () => {
    const tools = "[{ name: 'a', version: '1.0.0' }, { name: 'b', version: '2.0.0' }]";
    const tree = temporaryTree({
      'packages/agent-runtime-tools-core/package.json': { name: '@ku0/agent-runtime-tools-core', version: '0.3.0' },
      [`${folder}/package.json`]: { name: '@ku0/agent-runtime-tools-net', version: '2.0.0', type: 'module' },
      [`${folder}/dist/index.js`]: `export const netPack = () => ({ name: 'net', version: '1.0.0', coreVersion: '0.2.0', tools: ${tools} });`,
    });
    expect(await checkVersions(tree)).toEqual([
      expect.stringContaining('the pack "net" is 1.0.0, not 2.0.0'),
      expect.stringContaining('the core of the pack "net" is 0.2.0, not 0.3.0'),
      expect.stringContaining('the tool a is 1.0.0, not 2.0.0'),
    ]);
  });
});
