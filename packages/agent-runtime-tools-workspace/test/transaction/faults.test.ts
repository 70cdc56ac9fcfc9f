import { readdirSync } from 'node:fs';
import type { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, type Workspace } from '../../src/index.ts';
import { failingFileSystem, fastFolder, outcome } from '../failing-file-system.ts';
import { snapshot, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'DISK_FULL',
  EACCES: 'PERMISSION_DENIED',
  EIO: 'IO_ERROR',
  EMFILE: 'TOO_MANY_OPEN_FILES',
};
const FILES = { 'a/one.txt': 'old one', 'gone.txt': 'old gone', 'tree/x/y': 'old y', 'from.txt': 'old from' };

/** One change of every kind. */
async function change(workspace: Workspace): Promise<void> {
  await workspace.transaction(async (transaction) => {
    await transaction.write('a/one.txt', 'new one');
    await transaction.write('fresh/new.txt', 'new');
    await transaction.remove('gone.txt');
    await transaction.remove('tree', { recursive: true });
    await transaction.move('from.txt', 'moved/to.txt');
  });
}

/** What is left in the state folder of things that only a running transaction has. */
function leftovers({ state }: TemporaryWorkspace): string[] {
  return readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\/journal\/.|^locks\/./.test(name),
  );
}

async function withFault(
  decide: (nth: number) => string | undefined,
): Promise<{ made: TemporaryWorkspace; failure: ToolFailure | undefined; operations: number }> {
  let base = Infinity;
  const faulty = failingFileSystem((count) => (count > base ? decide(count - base) : undefined));
  const made = temporaryWorkspace(FILES, { fs: faulty.fs }, fastFolder);
  await made.workspace.roots();
  base = faulty.count();
  return { made, failure: await outcome(change(made.workspace)), operations: faulty.count() - base };
}

async function expected(): Promise<{ before: unknown; after: unknown; operations: number }> {
  const before = snapshot(temporaryWorkspace(FILES, {}, fastFolder).root);
  const { made, operations } = await withFault(() => undefined);
  return { before, after: snapshot(made.root), operations };
}

describe('a transaction whose n-th file operation fails', () => {
  it.each(Object.entries(CODES))(
    'ends in the old bytes and a typed error, or is done, for every n and with nothing left behind: %s',
    async (code, typed) => {
      const { before, after, operations } = await expected();
      const codes = new Map<string, number>();
      for (let nth = 1; nth <= operations; nth++) {
        const { made, failure } = await withFault((count) => (count === nth ? code : undefined));
        expect(snapshot(made.root), `operation ${nth}`).toEqual(failure === undefined ? after : before);
        expect(leftovers(made), `operation ${nth}`).toEqual([]);
        const name = failure?.error.code ?? 'done';
        codes.set(name, (codes.get(name) ?? 0) + 1);
        made.discard();
      }
      expect(operations).toBeGreaterThan(180);
      expect([...codes.keys()].toSorted()).toEqual([typed, 'done'].toSorted());
      expect(codes.get(typed)).toBeGreaterThan(operations / 2);
    },
    60_000,
  );

  it('is settled by the next workspace when every later operation fails as well', async () => {
    const { before, after, operations } = await expected();
    let reverted = 0;
    let completed = 0;
    for (let nth = 1; nth <= operations; nth++) {
      const { made } = await withFault((count) => (count >= nth ? 'EIO' : undefined));
      const report = await made.reopen({ fs: nodeFileSystem }).recovery();
      expect([before, after], `operation ${nth}`).toContainEqual(snapshot(made.root));
      expect(report.pending).toEqual([]);
      expect(
        leftovers(made).filter((name) => name.includes('journal')),
        `operation ${nth}`,
      ).toEqual([]);
      reverted += report.reverted.length;
      completed += report.completed.length;
      made.discard();
    }
    expect(reverted).toBeGreaterThan(0);
    expect(completed).toBeGreaterThan(0);
  }, 60_000);
});
