import { chmodSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failingFileSystem, outcome } from '../failing-file-system.ts';
import { temporaryWorkspace } from '../temporary-workspace.ts';

const OLD = 'old '.repeat(100_000);

/** Writes over a file on a disk where making a hard link fails with `code`. */
async function writeWithout(code: string) {
  let kept: { content: string; mode: number } | undefined;
  const { fs } = failingFileSystem((_, { name, path }) => {
    if (name === 'link') return code;
    if (path.endsWith('.commit') && kept === undefined) {
      const old = readdirSync(made.root).find((entry) => entry.endsWith('.old'));
      if (old === undefined) return undefined;
      const file = join(made.root, old);
      kept = { content: readFileSync(file, 'utf8'), mode: statSync(file).mode & 0o777 };
    }
    return undefined;
  });
  const made = temporaryWorkspace({ 'a.txt': OLD }, { fs });
  chmodSync(join(made.root, 'a.txt'), 0o640);
  const failure = await outcome(made.workspace.write('a.txt', 'new', { callId: 'c' }));
  return { made, failure, kept };
}

describe('a disk without hard links', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'keeps the old content as a copy until the new one is in place (%s)',
    async (code) => {
      const { made, failure, kept } = await writeWithout(code);
      expect(failure).toBeUndefined();
      expect(kept).toEqual({ content: OLD, mode: 0o640 });
      expect(made.text('a.txt')).toBe('new');
      expect(readdirSync(made.root)).toEqual(['a.txt']);
      await made.workspace.undo({ callId: 'c' });
      expect(made.text('a.txt')).toBe(OLD);
    },
  );

  it('is not taken for one that fails', async () => {
    const { made, failure, kept } = await writeWithout('EIO');
    expect(failure?.error.code).toBe('IO_ERROR');
    expect(kept).toBeUndefined();
    expect(made.text('a.txt')).toBe(OLD);
    expect(readdirSync(made.root)).toEqual(['a.txt']);
  });
});
