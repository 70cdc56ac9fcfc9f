import { expect, it } from 'vitest';
import { createWorkspace, MemoryFileSystem } from '../../src/index.ts';

it('a walk tells each entry as it is found, also beyond the limit, and none that is hidden', async () => {
  const fs = new MemoryFileSystem({
    '/ws/src/a.ts': '',
    '/ws/src/deep/b.ts': '',
    '/ws/.toolignore': 'secret\n',
    '/ws/secret/c.ts': '',
  });
  const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
  const told: string[] = [];
  const onEntry = ({ path, type }: { path: string; type: string }): void => void told.push(`${type} ${path}`);
  const { entries } = await workspace.list('.', { recursive: true, limit: 1, onEntry });
  expect(entries.map(({ path }) => path)).toEqual(['src']);
  expect(told).toEqual(['directory src', 'file src/a.ts', 'directory src/deep', 'file src/deep/b.ts']);
  told.length = 0;
  await workspace.list('src', { onEntry });
  expect(told).toEqual(['file src/a.ts', 'directory src/deep']);
});

it('a walk of a large folder in memory can be cancelled by a timer', async () => {
  const fs = new MemoryFileSystem(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`/ws/${n}`, ''])));
  const workspace = createWorkspace({ roots: ['/ws'], state: '/state', fs });
  const controller = new AbortController();
  let told = 0;
  const onEntry = (): void => {
    if (told++ === 0) setImmediate(() => controller.abort(new Error('enough')));
  };
  await expect(workspace.list('.', { recursive: true, signal: controller.signal, onEntry })).rejects.toMatchObject({
    error: { code: 'CANCELLED' },
  });
  expect(told).toBeLessThan(20_000);
});
