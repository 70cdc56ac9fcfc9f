import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fastFolder } from '../failing-file-system.ts';
import { codeOf, snapshot, temporaryWorkspace } from '../temporary-workspace.ts';

describe('a link swapped in ten thousand times while files are written, read, made and removed', () => {
  it('never changes an outside file, never shows one, and leaves nothing behind', async () => {
    const made = temporaryWorkspace(
      { 'folder/file.txt': 'inside', 'folder/sub/file.txt': 'inside', 'file.txt': 'inside' },
      {},
      fastFolder,
    );
    const { workspace, root, base } = made;
    const outside = join(base, 'outside');
    mkdirSync(join(outside, 'sub'), { recursive: true });
    for (const name of ['file.txt', 'sub/file.txt', 'moved.txt']) writeFileSync(join(outside, name), 'secret');
    const before = snapshot(outside);

    const child = spawn(process.execPath, [join(import.meta.dirname, '../fixtures/swap-child.mjs'), root, outside], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => void child.on('close', resolve));

    const codes = new Map<string, number>();
    const note = async (work: Promise<unknown>): Promise<void> => {
      const code = await codeOf(work);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    };
    const seen = new Set<string>();
    const read = async (path: string): Promise<void> =>
      note(workspace.read(path).then(({ bytes }) => seen.add(bytes.toString())));
    for (let round = 0; round < 100; round++) {
      await note(workspace.write('folder/file.txt', 'inside'));
      await note(workspace.write('folder/sub/file.txt', 'inside'));
      await note(workspace.write(`folder/new/n${round}.txt`, 'inside'));
      await note(workspace.write('file.txt', 'inside'));
      await note(workspace.remove(`folder/new/n${round}.txt`));
      await note(workspace.move('folder/sub/file.txt', 'folder/moved.txt'));
      await note(workspace.move('folder/moved.txt', 'folder/sub/file.txt'));
      for (let turn = 0; turn < 5; turn++) {
        await read('folder/file.txt');
        await read('file.txt');
      }
      await note(
        workspace
          .list('folder', { recursive: true })
          .then(({ entries }) => entries.forEach(({ name }) => seen.add(`listed ${name}`))),
      );
    }
    child.stdin.end();
    expect(await ended).toBe(0);

    expect(Number(output)).toBeGreaterThanOrEqual(10_000);
    expect(snapshot(outside)).toEqual(before);
    expect(seen).not.toContain('secret');
    // The race was real: some calls went through and some were caught.
    expect(codes.get('ok')).toBeGreaterThan(50);
    expect((codes.get('INVALID_PATH') ?? 0) + (codes.get('FILE_NOT_FOUND') ?? 0)).toBeGreaterThan(50);
    await made.reopen().recovery();
    expect(
      readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.toolbox-')),
    ).toEqual([]);
  }, 60_000);
});
