import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createDefaultContext,
  detectProjectTypeTool,
  extractConventionsTool,
  getProjectOverviewTool,
  globTool,
  grepTool,
} from '../../src/codecraft/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { mockContext } from './mock-context.ts';

const files = {
  'package.json': '{ "name": "demo", "dependencies": { "react": "1" } }',
  'src/a.ts': 'const needle = 1;\n',
  'src/deep/b.ts': 'other\nneedle\n',
  'readme.md': 'needle\n',
};
/** The same files in mocks and on disk. */
const contexts = (): { name: string; context: ReturnType<typeof mockContext>; base: string }[] => {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return [
    { name: 'mocks', context: mockContext({ ...files }), base: '.' },
    { name: 'the disk', context: { ...createDefaultContext(), cwd: '/' }, base: folder },
  ];
};

describe('glob', () => {
  it('finds files in mocks and on disk', async () => {
    for (const { context, base } of contexts()) {
      await expect(globTool.execute({ pattern: '**/*.ts', path: base }, context)).resolves.toMatchObject({
        success: true,
        data: ['src/a.ts', 'src/deep/b.ts'].map((path) => join(base, path)),
      });
    }
  });

  it('gives the functions of a context paths below the given folder', async () => {
    const context = mockContext({ ...files });
    await globTool.execute({ pattern: '*.ts', path: 'src' }, context);
    expect(context.fs.readdirSync).toHaveBeenCalledWith('src', { withFileTypes: true });
  });

  it('fails with its own code', async () => {
    await expect(globTool.execute({ pattern: '[', path: '.' }, mockContext({ ...files }))).resolves.toMatchObject({
      success: false,
      error: { code: 'GLOB_ERROR' },
    });
    expect(globTool.validate?.({})).toMatchObject({ errors: ['pattern is required and must be a string'] });
  });
});

describe('grep', () => {
  it('finds lines in mocks and on disk', async () => {
    for (const { context, base } of contexts()) {
      const result = await grepTool.execute({ pattern: 'needle', path: base, include: '*.ts' }, context);
      expect(result).toMatchObject({ success: true });
      expect(result.data).toEqual([
        { file: join(base, 'src/a.ts'), line: 1, content: 'const needle = 1;' },
        { file: join(base, 'src/deep/b.ts'), line: 2, content: 'needle' },
      ]);
    }
  });
});

describe('tools about projects', () => {
  it('read mocks and the disk', async () => {
    for (const { context, base } of contexts()) {
      await expect(detectProjectTypeTool.execute({ path: base }, context)).resolves.toMatchObject({
        success: true,
        data: { type: 'node', projects: [{ name: 'demo', frameworks: ['React'] }] },
      });
      await expect(getProjectOverviewTool.execute({ path: base }, context)).resolves.toMatchObject({
        success: true,
        data: { name: 'demo', files: 4 },
      });
      await expect(extractConventionsTool.execute({ path: base }, context)).resolves.toMatchObject({ success: true });
    }
  });
});
