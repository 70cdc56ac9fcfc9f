import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { createWorkspace, interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { fastFolder } from '../failing-file-system.ts';
import { codeOf, temporaryFolder, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

const COUNT = 600;

function withFolder(fs = nodeFileSystem): TemporaryWorkspace {
  const made = temporaryWorkspace({}, { fs }, fastFolder);
  for (let index = 0; index < COUNT; index++) made.put(`big/d${index % 6}/f${index}`, `content ${index % 50}`);
  return made;
}

describe('a folder with many files', () => {
  it('is moved without a look at each of them, and deleted and restored with few operations per file', async () => {
    let count = 0;
    const made = withFolder(interceptFileSystem(nodeFileSystem, () => void count++));
    await made.workspace.roots();
    const costOf = async (work: () => Promise<unknown>): Promise<number> => {
      count = 0;
      await work();
      return count / COUNT;
    };
    expect(await costOf(() => made.workspace.move('big', 'moved', { callId: 'move' }))).toBeLessThan(0.3);
    expect(await costOf(() => made.workspace.remove('moved', { recursive: true, callId: 'remove' }))).toBeLessThan(12);
    expect(await costOf(() => made.workspace.undo({ callId: 'remove' }))).toBeLessThan(8);
    expect(readdirSync(join(made.root, 'moved/d3'))).toHaveLength(COUNT / 6);
  });

  it('is worked on by several at a time', async () => {
    let [running, most] = [0, 0];
    const { open } = nodeFileSystem;
    const made = withFolder({
      ...nodeFileSystem,
      async open(path, flags, mode) {
        const file = await open(path, flags, mode);
        return {
          ...file,
          async sync() {
            most = Math.max(most, ++running);
            await file.sync().finally(() => running--);
          },
        };
      },
    });
    await made.workspace.remove('big', { recursive: true });
    most = 0;
    await made.workspace.undo();
    expect(most).toBeGreaterThan(4);
  });

  it('stays whole when the call is cancelled while it is looked through or brought back', async () => {
    const stopping = new AbortController();
    let left = Infinity;
    const made = withFolder(
      interceptFileSystem(nodeFileSystem, ({ name }) => {
        if (name === 'open' && --left === 0) stopping.abort();
      }),
    );
    await made.workspace.roots();
    left = 100;
    const removing = made.workspace.remove('big', { recursive: true, signal: stopping.signal });
    expect(await codeOf(removing)).toBe('CANCELLED');
    // It did not go on to the end first.
    expect(left).toBeGreaterThan(-50);
    expect(readdirSync(join(made.root, 'big/d0'))).toHaveLength(COUNT / 6);
    expect(readdirSync(made.root)).toEqual(['big']);

    await made.workspace.remove('big', { recursive: true, callId: 'remove' });
    const again = new AbortController();
    let flushed = 0;
    const fs = interceptFileSystem(nodeFileSystem, ({ name }) => {
      if (name === 'sync' && ++flushed === 50) again.abort();
    });
    const { restored, skipped } = await made.reopen({ fs }).undo({ callId: 'remove', signal: again.signal });
    expect(restored).toEqual([]);
    expect(skipped).toEqual([{ path: 'big', reason: 'The call was cancelled.' }]);
    expect(flushed).toBeLessThan(100);
    expect(readdirSync(made.root)).toEqual([]);
    expect((await made.workspace.undo({ callId: 'remove' })).restored).toEqual(['big']);
  });

  it('is not removed with what somebody puts into it or changes in it at the last moment', async () => {
    for (const [name, put] of [
      ['d0/theirs', 'new'],
      ['d0/f0', 'changed'],
    ] as const) {
      let isPut = false;
      const made = withFolder(
        interceptFileSystem(nodeFileSystem, (operation) => {
          if (operation.name !== 'rename' || !operation.path.endsWith('.old') || isPut) return;
          isPut = true;
          made.put(`big/${name}`, put);
        }),
      );
      expect(await codeOf(made.workspace.remove('big', { recursive: true })), name).toBe('STALE_FILE');
      expect([isPut, made.text(`big/${name}`), made.text('big/d5/f5')]).toEqual([true, put, 'content 5']);
      expect(readdirSync(made.root)).toEqual(['big']);
      expect(await codeOf(made.workspace.remove('big', { recursive: true })), name).toBe('ok');
    }
  });

  it('is said to be too large to come back where that is so', async () => {
    const made = temporaryWorkspace(
      { 'd/a': 'x'.repeat(60), 'd/b': 'x'.repeat(60), c: 'x'.repeat(200), e: 'x' },
      {
        retention: { maxFileBytes: 100 },
      },
    );
    const lost = async (work: ReturnType<typeof made.workspace.remove>): Promise<unknown> =>
      (await work).files.map(({ lost: isLost }) => isLost);
    expect(await lost(made.workspace.remove('d', { recursive: true }))).toEqual([true]);
    expect(await lost(made.workspace.write('c', 'new'))).toEqual([true]);
    expect(await lost(made.workspace.remove('e'))).toEqual([undefined]);
    expect((await made.workspace.changes()).flatMap(({ files }) => files).filter((file) => file.lost)).toHaveLength(2);
  });
});

describe('a folder that holds a root of its own', () => {
  it('is neither moved nor removed, whether that root may be written or not', async () => {
    for (const readOnly of [true, false]) {
      const base = temporaryFolder();
      mkdirSync(join(base, 'ws/a/inner'), { recursive: true });
      writeFileSync(join(base, 'ws/a/inner/x'), 'x');
      const workspace = createWorkspace({
        roots: [join(base, 'ws'), { path: join(base, 'ws/a/inner'), readOnly }],
        state: join(base, 'state'),
      });
      for (const work of [
        () => workspace.remove('a', { recursive: true, allowProtected: true }),
        () => workspace.move('a', 'b', { allowProtected: true }),
      ]) {
        const error = await work().catch((error_: unknown) => error_);
        expect(error).toBeInstanceOf(ToolFailure);
        if (!(error instanceof ToolFailure)) continue;
        expect(error.error).toMatchObject({
          code: 'READ_ONLY',
          message: 'a holds a/inner, which is a root of the workspace of its own.',
        });
      }
      expect(existsSync(join(base, 'ws/a/inner/x'))).toBe(true);
    }
  });
});
