import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { fileLoader, formatProblem, ToolSpecRegistry, type SpecChanges } from '../../src/index.ts';

const file = (...names: string[]): string =>
  JSON.stringify(
    names.map((name) => ({
      name: name.replace(/=.*/, ''),
      description: name,
      tool_type: 'custom',
      input_schema: { type: 'object' },
    })),
  );

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !condition(); tries++) await sleep(10);
  expect(condition()).toBe(true);
}

describe('the file loader', () => {
  it('finds files by globs', async () => {
    await using folder = await createTestFolder({
      'tools/a.json': file('a'),
      'tools/b.yaml': `name: b\ndescription: b\ntool_type: custom\ninput_schema: {type: object}\n`,
      'tools/deep/er/c.json': file('c'),
      'tools/node_modules/d.json': file('d'),
      'tools/e.txt': 'no spec',
      'other/f.json': file('f'),
    });
    const names = async (...patterns: string[]): Promise<string[]> => {
      const registry = new ToolSpecRegistry({ loaders: [fileLoader(patterns, { cwd: folder.path })] });
      const { problems } = await registry.loadAll();
      expect(problems).toEqual([]);
      return registry.names().toSorted();
    };
    expect(await names('tools/*.{json,yaml}')).toEqual(['a', 'b']);
    expect(await names('tools/**/*.json')).toEqual(['a', 'c']);
    expect(await names('other/f.json', 'tools/a.json')).toEqual(['a', 'f']);
    expect(await names('nowhere/*.json')).toEqual([]);
  });

  it('reports a file that is named and not there, not valid text, or too large', async () => {
    await using folder = await createTestFolder({ 'bad.yaml': Uint8Array.of(0xff, 0xfe), 'large.json': file('a') });
    const loader = (name: string, maxFileBytes = 1e6) => fileLoader(name, { cwd: folder.path, maxFileBytes });
    const registry = new ToolSpecRegistry({
      loaders: [loader('no.yaml'), loader('bad.yaml'), loader('large.json', 10)],
    });
    const problems = (await registry.loadAll()).problems.map(formatProblem);
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^bad\.yaml: .*not valid/i),
      'large.json: The file has more than 10 bytes.',
      expect.stringMatching(/^no\.yaml: ENOENT/),
    ]);
  });

  it('follows files that are written, replaced, created and removed while it watches', async () => {
    await using folder = await createTestFolder({ 'tools/a.json': file('a'), 'tools/b.json': file('b') });
    const registry = new ToolSpecRegistry({ loaders: [fileLoader('tools/**/*.json', { cwd: folder.path })] });
    await registry.loadAll();
    const heard: SpecChanges[] = [];
    const stop = await registry.watch((changes) => void heard.push(changes));
    await folder.write('tools/a.json', file('a=2'));
    await until(() => registry.get('a')?.description === 'a=2');
    await writeFile(join(folder.path, 'new'), file('b=2'));
    await rename(join(folder.path, 'new'), join(folder.path, 'tools/b.json'));
    await until(() => registry.get('b')?.description === 'b=2');
    await folder.write('tools/deep/er/c.json', file('c'));
    await until(() => registry.has('c'));
    await folder.write('tools/deep/er/c.json', file('c=2'));
    await until(() => registry.get('c')?.description === 'c=2');
    await rm(join(folder.path, 'tools/a.json'));
    await until(() => !registry.has('a'));
    await rm(join(folder.path, 'tools/deep'), { recursive: true });
    await until(() => !registry.has('c'));
    expect(heard.slice(0, 2)).toEqual([
      { added: [], removed: [], changed: ['a'] },
      { added: [], removed: [], changed: ['b'] },
    ]);
    await stop();
    await folder.write('tools/b.json', file('b=3'));
    await sleep(50);
    expect(registry.get('b')?.description).toBe('b=2');
  });

  it('notices what changed between loading and watching', async () => {
    await using folder = await createTestFolder({ 'a.json': file('a'), 'b.json': file('b') });
    const registry = new ToolSpecRegistry({ loaders: [fileLoader('*.json', { cwd: folder.path })] });
    await registry.loadAll();
    await folder.write('a.json', file('a=longer'));
    await rm(join(folder.path, 'b.json'));
    await registry.watch();
    await until(() => registry.get('a')?.description === 'a=longer' && !registry.has('b'));
    expect(registry.names()).toEqual(['a']);
    await registry.close();
  });

  it('keeps the last good specs of a file that is broken for a while', async () => {
    await using folder = await createTestFolder({ 'a.json': file('a') });
    const registry = new ToolSpecRegistry({ loaders: [fileLoader('*.json', { cwd: folder.path })] });
    await registry.loadAll();
    await registry.watch();
    await folder.write('a.json', '[{"name": ');
    for (let tries = 0; tries < 500 && (await registry.problems()).length === 0; tries++) await sleep(10);
    expect((await registry.problems()).map(({ kind }) => kind)).toEqual(['syntax']);
    expect(registry.has('a')).toBe(true);
    await folder.write('a.json', file('a=2'));
    await until(() => registry.get('a')?.description === 'a=2');
    expect(await registry.problems()).toEqual([]);
    await registry.close();
  });
});
