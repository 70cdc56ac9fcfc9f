import { readdirSync, renameSync, rmSync } from 'node:fs';
import {
  interceptFileSystem,
  nodeFileSystem,
  type FileOperation,
  type FileSystem,
} from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { codeOf, temporaryFiles, type TemporaryFiles } from './temporary-files.ts';

const CODES: Readonly<Record<string, string>> = {
  ENOSPC: 'DISK_FULL',
  EDQUOT: 'DISK_FULL',
  EACCES: 'PERMISSION_DENIED',
  EROFS: 'PERMISSION_DENIED',
  EIO: 'IO_ERROR',
  EMFILE: 'TOO_MANY_OPEN_FILES',
};
const FILES = { 'a.txt': 'old a\n', 'b.txt': 'old b\n', 'tree/x/y.txt': 'old y\n' };

type Call = (tools: TemporaryFiles['tools'], signal?: AbortSignal) => Promise<{ ok: boolean }>;
const CALLS: Readonly<Record<string, Call>> = {
  write_file: (tools) => tools.execute('write_file', { path: 'a.txt', content: 'new\n' }),
  'write_file of a new file': (tools) => tools.execute('write_file', { path: 'new/deep/c.txt', content: 'new\n' }),
  delete_file: (tools) => tools.execute('delete_file', { path: 'tree', recursive: true }),
  move_file: (tools) => tools.execute('move_file', { from: 'a.txt', to: 'moved/a.txt' }),
  'move_file over a file': (tools) => tools.execute('move_file', { from: 'a.txt', to: 'b.txt', overwrite: true }),
};

/** A file system that fails when it is told to; `count` counts from the moment it is armed. */
function faulty(decide: (nth: number, operation: FileOperation) => string | undefined): {
  fs: FileSystem;
  arm(): void;
  count(): number;
} {
  let armed = false;
  let count = 0;
  const fs = interceptFileSystem(nodeFileSystem, (operation) => {
    const code = armed ? decide(++count, operation) : undefined;
    if (code !== undefined) throw Object.assign(new Error(`${code}: injected at ${operation.name}`), { code });
  });
  return { fs, arm: () => (armed = true), count: () => count };
}

function filesBelow(root: string, read: (path: string) => string | undefined): Record<string, string | undefined> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

async function attempt(call: Call, decide: (nth: number) => string | undefined) {
  const fault = faulty(decide);
  const made = temporaryFiles(FILES, { fs: fault.fs });
  await made.workspace.roots();
  const before = filesBelow(made.root, made.text);
  fault.arm();
  const result = await call(made.tools);
  return { made, result, before, after: filesBelow(made.root, made.text), operations: fault.count() };
}

describe.each(Object.entries(CALLS))('%s whose n-th file operation fails', (_name, call) => {
  it.each(Object.entries(CODES))(
    'leaves the old bytes and a typed error, or is done, one n after the other: %s',
    async (code, typed) => {
      const { after: done, before: undone, operations } = await attempt(call, () => undefined);
      expect(done).not.toEqual(undone);
      // Each code is a class of its own at the top only: below, one of them goes through every place.
      const step = code === 'EIO' ? 1 : 7;
      let failed = 0;
      for (let nth = 1; nth <= operations; nth += step) {
        const { made, result, after } = await attempt(call, (count) => (count === nth ? code : undefined));
        const outcome = codeOf(result as Parameters<typeof codeOf>[0]);
        expect(after, `operation ${nth}: ${outcome}`).toEqual(outcome === 'ok' ? done : undone);
        // A file that cannot be inspected when approval is decided is not changed without approval.
        expect(['ok', typed, 'APPROVAL_REQUIRED'], `operation ${nth}`).toContain(outcome);
        if (outcome === typed) failed++;
        made.discard();
      }
      expect(failed).toBeGreaterThan(operations / step / 3);
    },
    120_000,
  );
});

describe('a reading tool whose n-th file operation fails', () => {
  it.each(['EACCES', 'EIO', 'EMFILE'])(
    'gives a typed error or its answer: %s',
    async (code) => {
      const typed = CODES[code] ?? '';
      const reads: Call[] = [
        (tools) => tools.execute('read_file', { path: 'a.txt' }),
        (tools) => tools.execute('read_file', { path: 'a.txt', encoding: 'base64' }),
        (tools) => tools.execute('read', { file_paths: ['a.txt'] }),
        (tools) => tools.execute('list_directory', { recursive: true }),
      ];
      for (const read of reads) {
        const { operations } = await attempt(read, () => undefined);
        for (let nth = 1; nth <= operations; nth++) {
          const { made, result } = await attempt(read, (count) => (count === nth ? code : undefined));
          expect(['ok', typed]).toContain(codeOf(result as Parameters<typeof codeOf>[0]));
          made.discard();
        }
      }
    },
    60_000,
  );
});

describe('the tools', () => {
  it('fail with a code and write nothing when the workspace is renamed or removed while they run', async () => {
    const { tools, root, base } = temporaryFiles(FILES);
    await tools.execute('read_file', { path: 'a.txt' });
    renameSync(root, `${root}-elsewhere`);
    for (const call of [
      ...Object.values(CALLS),
      (each: typeof tools) => each.execute('read_file', { path: 'a.txt' }),
    ]) {
      const result = await call(tools);
      expect(['FILE_NOT_FOUND', 'INVALID_PATH', 'PERMISSION_DENIED', 'IO_ERROR', 'STALE_FILE']).toContain(
        codeOf(result as Parameters<typeof codeOf>[0]),
      );
    }
    expect(readdirSync(base).toSorted()).toEqual(['state', 'ws-elsewhere']);
    rmSync(`${root}-elsewhere`, { recursive: true });
    expect(['FILE_NOT_FOUND', 'INVALID_PATH']).toContain(codeOf(await tools.execute('list_directory', {})));
  });

  it.each(Object.entries(CALLS))(
    'do all or nothing when they are cancelled at any point: %s',
    async (_name, call) => {
      const { after: done, before: undone, operations } = await attempt(call, () => undefined);
      for (let nth = 1; nth <= operations; nth += 3) {
        let cancel = (): void => undefined;
        const { made, result, after } = await attempt(
          (tools) => {
            cancel = () => void tools.cancelAll();
            return call(tools);
          },
          (count) => {
            if (count === nth) cancel();
            return undefined;
          },
        );
        const outcome = codeOf(result as Parameters<typeof codeOf>[0]);
        expect(['ok', 'CANCELLED'], `operation ${nth}`).toContain(outcome);
        await made.workspace.shutdown();
        const settled = filesBelow(made.root, made.text);
        expect([done, undone]).toContainEqual(settled);
        if (outcome === 'ok') expect(after).toEqual(done);
        made.discard();
      }
    },
    60_000,
  );

  it('handle a thousand reads at once, and close every descriptor', async () => {
    const { tools } = temporaryFiles(FILES);
    await tools.execute('read_file', { path: 'a.txt' });
    const open = (): number => readdirSync('/proc/self/fd').length;
    const before = open();
    const results = await Promise.all(
      Array.from({ length: 1000 }, () => tools.execute('read_file', { path: 'a.txt' }, { timeoutMs: 60_000 })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1000);
    expect(open()).toBeLessThanOrEqual(before + 2);
  }, 60_000);

  it('run the independent calls of a batch in parallel, and conflicting ones in order', async () => {
    const { tools, text } = temporaryFiles(FILES);
    const results = await tools.executeAll([
      { name: 'write_file', params: { path: 'n.txt', content: '1' } },
      { name: 'read_file', params: { path: 'n.txt' } },
      { name: 'write_file', params: { path: './n.txt', content: '2' } },
      { name: 'move_file', params: { from: 'n.txt', to: 'm.txt' } },
      { name: 'read_file', params: { path: 'm.txt' } },
      { name: 'delete_file', params: { path: 'tree', recursive: true } },
      { name: 'read_file', params: { path: 'tree/x/y.txt' } },
    ]);
    expect(results.map((result) => codeOf(result))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'FILE_NOT_FOUND']);
    expect(text('m.txt')).toBe('2');
  });
});
