import { describe, expect, it } from 'vitest';
import { root } from '../scripts/workspace.mjs';
import { checkSingleTools } from './src/check-single-tools.ts';
import { temporaryTree } from './src/temporary-tree.ts';

const folder = 'packages/agent-runtime-tools-net';

describe('the tools of built packs', () => {
  it('can be imported one by one, in this repository', { timeout: 120_000 }, async () => {
    expect(await checkSingleTools(root)).toEqual([]);
  });

  it('fail when one has no export of its name, or the README does not name it', async () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: { name: '@ku0/agent-runtime-tools-net', version: '1.0.0', type: 'module' },
      [`${folder}/README.md`]: '`openTool` is one tool, and `use_tool` is `useTool`.',
      [`${folder}/dist/index.js`]:
        "export const netPack = () => ({ name: 'net', tools: ['open', 'look_up', 'close_all', 'use_tool'].map((name) => ({ name })) });" +
        'export const openTool = {}, closeAllTool = {}, useTool = {};',
    });
    expect(await checkSingleTools(tree)).toEqual([
      `${folder}: the tool look_up is not exported as lookUpTool`,
      `${folder}: README.md does not say that closeAllTool can be imported`,
    ]);
  });

  it('are documented together by one of them "and its siblings"', async () => {
    const tree = temporaryTree({
      [`${folder}/package.json`]: { name: '@ku0/agent-runtime-tools-net', version: '1.0.0', type: 'module' },
      [`${folder}/README.md`]: '`openTool(options?)` and its siblings create one tool.',
      [`${folder}/dist/index.js`]:
        "export const netPack = () => ({ name: 'net', tools: [{ name: 'open' }, { name: 'close' }] });" +
        'export const openTool = {}, closeTool = {};',
    });
    expect(await checkSingleTools(tree)).toEqual([]);
  });
});
