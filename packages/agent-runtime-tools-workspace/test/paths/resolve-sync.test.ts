import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createWorkspace,
  interceptFileSystem,
  MemoryFileSystem,
  nodeFileSystem,
  type PathAccess,
  type ResolvedPath,
  type Workspace,
} from '../../src/index.ts';
import { temporaryFolder, temporaryWorkspace } from '../temporary-workspace.ts';

const NAMES = ['a', 'b', 'c.txt', '.git', 'é', 'hidden'];
const TARGETS = [
  'a',
  'b/c.txt',
  '..',
  '../a',
  '../../outside',
  '../outside/a',
  '/etc',
  '.',
  'nowhere',
  'b',
  '../ws',
  '.git',
];
const ACCESSES: readonly PathAccess[] = ['read', 'list', 'stat', 'write', 'create', 'delete'];

type Entry = { readonly kind: 'folder'; readonly entries: Readonly<Record<string, Entry>> } | LeafEntry;
type LeafEntry = { readonly kind: 'file' } | { readonly kind: 'link'; readonly target: string };

const leaf: fc.Arbitrary<LeafEntry> = fc.oneof(
  fc.constant<LeafEntry>({ kind: 'file' }),
  fc.constantFrom(...TARGETS).map((target): LeafEntry => ({ kind: 'link', target })),
);
const { entry } = fc.letrec<{ entry: Entry }>((tie) => ({
  entry: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .dictionary(fc.constantFrom(...NAMES), tie('entry'), { maxKeys: 4 })
      .map((entries): Entry => ({ kind: 'folder', entries })),
  ),
}));
const path = fc
  .tuple(
    fc.array(fc.constantFrom(...NAMES, '.', '..', 'new'), { minLength: 1, maxLength: 5 }),
    fc.constantFrom('', '/', '/.'),
  )
  .map(([names, end]) => names.join('/') + end);

describe('resolveSync', () => {
  it('resolves random paths in random trees as resolve does', async () => {
    const trees = fc.dictionary(fc.constantFrom(...NAMES), entry, { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(trees, fc.array(path, { minLength: 20, maxLength: 20 }), async (tree, paths) => {
        const made = temporaryWorkspace({ '.toolignore': 'hidden\n' });
        mkdirSync(join(made.base, 'outside/a'), { recursive: true });
        grow(made.root, tree);
        await made.workspace.resolve('.', { access: 'stat' });
        for (const [index, each] of paths.entries()) {
          const given = index % 5 === 0 ? resolve(made.root, each) : each;
          for (const access of ACCESSES) {
            const options = {
              access,
              allowProtected: index % 2 === 0,
              cwd: join(made.root, index % 3 === 0 ? 'a' : ''),
            };
            const later = await outcome(() => made.workspace.resolve(given, options));
            const sync = await outcome(() => made.workspace.resolveSync?.(given, options));
            expect(sync, `${access} ${given}`).toEqual(later);
          }
        }
        made.discard();
      }),
      { numRuns: 25, seed: 5 },
    );
  }, 60_000);

  it('looks at the disk every time', async () => {
    const made = temporaryWorkspace({ 'dir/a.txt': '', 'b.txt': '' });
    await made.workspace.roots();
    const look = (): ResolvedPath | undefined => made.workspace.resolveSync?.('dir/a.txt', { access: 'read' });
    expect(look()?.path).toBe(join(made.root, 'dir/a.txt'));
    rmSync(join(made.root, 'dir/a.txt'));
    expect(() => look()).toThrow('does not exist');
    symlinkSync('../b.txt', join(made.root, 'dir/a.txt'));
    expect(look()?.path).toBe(join(made.root, 'b.txt'));
    rmSync(join(made.root, 'dir'), { recursive: true });
    symlinkSync('/etc', join(made.root, 'dir'));
    expect(() => look()).toThrow('outside the workspace');
  });

  it('is undefined while an ignore file has changed and was not read again', async () => {
    const made = temporaryWorkspace({ 'a.txt': '' });
    await made.workspace.roots();
    const look = (): unknown => made.workspace.resolveSync?.('a.txt', { access: 'read' });
    expect(look()).toBeDefined();
    writeFileSync(join(made.root, '.toolignore'), 'a.txt\n');
    expect(look()).toBeUndefined();
    await expect(made.workspace.resolve('a.txt', { access: 'read' })).rejects.toThrow('hidden');
    expect(look).toThrow('hidden');
    rmSync(join(made.root, '.toolignore'));
    expect(look()).toBeDefined();
    mkdirSync(join(made.root, '.rooignore'));
    expect(look()).toBeUndefined();
  });

  it('is undefined before the first call, after shutdown, and on other file systems', async () => {
    const made = temporaryWorkspace();
    const { workspace } = made;
    expect(workspace.resolveSync?.('.', { access: 'stat' })).toBeUndefined();
    await workspace.roots();
    expect(workspace.resolveSync?.('.', { access: 'stat' })).toBeDefined();
    await workspace.shutdown();
    expect(workspace.resolveSync?.('.', { access: 'stat' })).toBeUndefined();
    const others: Workspace[] = [
      made.reopen({ fs: interceptFileSystem(nodeFileSystem, () => {}) }),
      made.reopen({ fs: { ...nodeFileSystem, lstat: (each) => nodeFileSystem.lstat(each) } }),
      createWorkspace({
        roots: ['/ws'],
        state: join(temporaryFolder(), 'state'),
        fs: new MemoryFileSystem({ '/ws/': '' }),
      }),
    ];
    for (const other of others) {
      await other.roots().catch(() => {});
      expect(other.resolveSync?.('.', { access: 'stat' })).toBeUndefined();
    }
  });
});

function grow(folder: string, entries: Readonly<Record<string, Entry>>): void {
  for (const [name, each] of Object.entries(entries)) {
    const place = join(folder, name);
    if (each.kind === 'file') writeFileSync(place, '');
    else if (each.kind === 'link') symlinkSync(each.target, place);
    else {
      mkdirSync(place);
      grow(place, each.entries);
    }
  }
}

async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolFailure) return { code: error.error.code, message: error.error.message };
    throw error;
  }
}
