import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInside, readBoundedFile } from '../../src/files/read-bounded-file.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bounded-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a bounded file', () => {
  it('is read up to its size, and refused beyond it', async () => {
    const file = join(folder, 'a');
    writeFileSync(file, '12345');
    expect(await readBoundedFile(file, { maxBytes: 5 })).toEqual({
      kind: 'content',
      content: Buffer.from('12345'),
      executable: false,
    });
    expect(await readBoundedFile(file, { maxBytes: 4 })).toEqual({ kind: 'refused', why: 'it is larger than 4 bytes' });
    chmodSync(file, 0o755);
    expect(await readBoundedFile(file, { maxBytes: 5 })).toMatchObject({ executable: true });
  });

  it('is none where there is a folder, a pipe or nothing', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await readBoundedFile(folder, { maxBytes: 5 })).toEqual({ kind: 'refused', why: 'it is a folder' });
    expect(await readBoundedFile(join(folder, 'pipe'), { maxBytes: 5 })).toEqual({
      kind: 'refused',
      why: 'it is not a regular file',
    });
    expect(await readBoundedFile(join(folder, 'none'), { maxBytes: 5 })).toEqual({ kind: 'missing' });
    writeFileSync(join(folder, 'a'), '');
    expect(await readBoundedFile(join(folder, 'a', 'b'), { maxBytes: 5 })).toEqual({ kind: 'missing' });
    expect(await readBoundedFile(join(folder, 'x'.repeat(300)), { maxBytes: 5 })).toEqual({ kind: 'missing' });
  });

  it.runIf(process.platform === 'linux')('is refused where it has more than its size says', async () => {
    expect(await readBoundedFile('/proc/self/status', { maxBytes: 5 })).toEqual({
      kind: 'refused',
      why: 'it changes while it is read',
    });
  });

  it('that has to lie in a folder does so where its links lead', async () => {
    writeFileSync(join(folder, 'a'), 'x');
    symlinkSync('/etc/hostname', join(folder, 'out'));
    symlinkSync('a', join(folder, 'in'));
    const within = { maxBytes: 1000, within: folder };
    expect(await readBoundedFile(join(folder, 'in'), within)).toMatchObject({ kind: 'content' });
    expect(await readBoundedFile(join(folder, 'out'), within)).toEqual({
      kind: 'refused',
      why: 'it is a link that leads out of the workspace',
    });
  });
});

describe('a path', () => {
  it.each([
    ['/ws/a', true],
    ['/ws', true],
    ['/ws/..a', true],
    ['/ws/...', true],
    ['/', false],
    ['/ws-evil', false],
    ['/other/ws', false],
    ['/ws/../a', false],
  ])('%s is in /ws: %s', (path, expected) => {
    expect(isInside('/ws', path)).toBe(expected);
  });
});
