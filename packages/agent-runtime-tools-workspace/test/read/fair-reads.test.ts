import { describe, expect, it } from 'vitest';
import { interceptFileSystem, nodeFileSystem } from '../../src/index.ts';
import { codeOf, temporaryWorkspace } from '../temporary-workspace.ts';

describe('reads', () => {
  it('of one principal wait for none of the many of another', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const fs = interceptFileSystem(nodeFileSystem, async ({ name, path }) => {
      if (name === 'lstat' && path.endsWith('/huge.txt')) await gate;
    });
    const made = temporaryWorkspace({ 'huge.txt': 'h', 'small.txt': 's' }, { fs });
    await made.workspace.roots();
    const flood = Array.from({ length: 48 }, () =>
      made.workspace.stat('huge.txt', { principalId: 'anna', taskId: 'default' }),
    );
    const { bytes } = await made.workspace.read('small.txt', { principalId: 'bert', taskId: 'default' });
    expect(bytes.toString()).toBe('s');
    open();
    expect(await Promise.all(flood)).toHaveLength(48);
  });

  it('that wait for their turn end when they are cancelled', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const fs = interceptFileSystem(nodeFileSystem, async ({ name, path }) => {
      if (name === 'lstat' && path.endsWith('/huge.txt')) await gate;
    });
    const made = temporaryWorkspace({ 'huge.txt': 'h' }, { fs });
    await made.workspace.roots();
    const flood = Array.from({ length: 20 }, () => made.workspace.stat('huge.txt'));
    expect(await codeOf(made.workspace.readLines('huge.txt', { signal: AbortSignal.timeout(20) }))).toBe('CANCELLED');
    open();
    await Promise.all(flood);
  });
});
