import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTrustStore, trustDigest, type TrustStore } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-workspace.ts';

interface Place {
  readonly workspace: string;
  readonly file: string;
  readonly store: TrustStore;
}

function place(): Place {
  const base = temporaryFolder();
  const workspace = join(base, 'ws');
  mkdirSync(workspace);
  const file = join(base, 'state', 'trust.json');
  return { workspace, file, store: createTrustStore({ file }) };
}

const digestOf = (content: string): string => trustDigest([{ name: 'settings.json', content }]);

describe('the trust store', () => {
  it('trusts exactly the content that was trusted, in that workspace, for that subject', async () => {
    const { workspace, store } = place();
    const subject = { workspace, subject: 'hooks:settings.json', digest: digestOf('a') };
    expect(await store.isTrusted(subject)).toBe(false);
    await store.trust(subject);
    expect(await store.isTrusted(subject)).toBe(true);
    expect(await store.isTrusted({ ...subject, digest: digestOf('a ') })).toBe(false);
    expect(await store.isTrusted({ ...subject, subject: 'hooks:other.json' })).toBe(false);
    expect(await store.isTrusted({ ...subject, workspace: temporaryFolder() })).toBe(false);
    await store.trust({ ...subject, digest: digestOf('b') });
    expect(await store.isTrusted(subject)).toBe(false);
    expect(await store.list()).toEqual([{ ...subject, digest: digestOf('b'), trustedAt: expect.any(String) }]);
  });

  it('takes trust back, of one subject or of a workspace', async () => {
    const { workspace, store } = place();
    for (const subject of ['a', 'b', 'c']) await store.trust({ workspace, subject, digest: digestOf(subject) });
    expect(await store.revoke({ workspace, subject: 'a' })).toBe(1);
    expect(await store.isTrusted({ workspace, subject: 'a', digest: digestOf('a') })).toBe(false);
    expect(await store.revoke({ workspace })).toBe(2);
    expect(await store.revoke({ workspace })).toBe(0);
    expect(await store.list()).toEqual([]);
  });

  it('knows a workspace by its real path, whatever link or repository file names it', async () => {
    const { workspace, store } = place();
    const link = join(temporaryFolder(), 'link');
    symlinkSync(workspace, link);
    await store.trust({ workspace: link, subject: 'a', digest: digestOf('a') });
    expect(await store.isTrusted({ workspace, subject: 'a', digest: digestOf('a') })).toBe(true);

    const other = temporaryFolder();
    mkdirSync(join(other, '.git'));
    writeFileSync(join(other, '.git', 'commondir'), join(workspace, '.git'));
    expect(await store.isTrusted({ workspace: other, subject: 'a', digest: digestOf('a') })).toBe(false);
  });

  it('is readable by its owner only, and leaves no drafts or locks behind', async () => {
    const { workspace, file, store } = place();
    await store.trust({ workspace, subject: 'a', digest: digestOf('a') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['leases', 'locks', 'trust.json']);
    expect(readdirSync(join(file, '..', 'locks'))).toEqual([]);
  });

  it.each([
    ['half of a file', '{"version":1,"entries":['],
    ['another version', '{"version":2,"entries":[]}'],
    ['an entry that is none', '{"version":1,"entries":[{"workspace":1}]}'],
    ['nothing', ''],
  ])('trusts nothing when the file holds %s, and starts anew beside it', async (_, text) => {
    const { workspace, file, store } = place();
    const subject = { workspace, subject: 'a', digest: digestOf('a') };
    await store.trust(subject);
    writeFileSync(file, text);
    expect(await store.isTrusted(subject)).toBe(false);
    expect(await store.problem()).toEqual(expect.any(String));
    await store.trust({ ...subject, subject: 'b' });
    expect(await store.isTrusted(subject)).toBe(false);
    expect(await store.isTrusted({ ...subject, subject: 'b' })).toBe(true);
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(text);
  });

  it('trusts nothing from a file that others can write, a link or a folder', async () => {
    const { workspace, file, store } = place();
    const subject = { workspace, subject: 'a', digest: digestOf('a') };
    await store.trust(subject);
    chmodSync(file, 0o666);
    expect(await store.isTrusted(subject)).toBe(false);
    expect(await store.problem()).toBe('others may write it');
    chmodSync(file, 0o600);
    expect(await store.isTrusted(subject)).toBe(true);
    const link = join(file, '..', 'link.json');
    symlinkSync(file, link);
    expect(await createTrustStore({ file: link }).isTrusted(subject)).toBe(false);
    expect(await createTrustStore({ file: join(file, '..') }).isTrusted(subject)).toBe(false);
  });

  it('refuses to live in the workspace it is about, also through a link', async () => {
    const { workspace } = place();
    const outside = join(temporaryFolder(), 'link');
    symlinkSync(workspace, outside);
    for (const file of [join(workspace, 'trust.json'), join(outside, 'deep', 'trust.json')]) {
      const store = createTrustStore({ file });
      const subject = { workspace, subject: 'a', digest: digestOf('a') };
      await expect(store.trust(subject)).rejects.toThrow('lies in the workspace');
      expect(await store.isTrusted(subject)).toBe(false);
      expect(existsSync(file)).toBe(false);
    }
  });

  it('refuses digests that are none, and workspaces that do not exist', async () => {
    const { workspace, store } = place();
    await expect(store.trust({ workspace, subject: 'a', digest: 'a' })).rejects.toThrow('trustDigest');
    await expect(store.trust({ workspace: '/nowhere/at/all', subject: 'a', digest: digestOf('a') })).rejects.toThrow(
      'does not exist',
    );
  });

  it('loses nothing when several processes share it', async () => {
    const { workspace, file, store } = place();
    const child = join(import.meta.dirname, '../fixtures/trust-child.mjs');
    const ended = ['x', 'y', 'z'].map(
      (name) =>
        new Promise((resolve) => {
          spawn(process.execPath, [child, file, workspace, name], { stdio: 'inherit' }).on('close', resolve);
        }),
    );
    expect(await Promise.all(ended)).toEqual([0, 0, 0]);
    expect(await store.list()).toHaveLength(60);
  }, 60_000);
});

describe('a trust digest', () => {
  it('changes with every name, byte and absence, and not with the order', () => {
    const digests = [
      trustDigest([]),
      trustDigest([{ name: 'a', content: undefined }]),
      trustDigest([{ name: 'a', content: '' }]),
      trustDigest([{ name: 'a', content: 'b' }]),
      trustDigest([{ name: 'ab', content: '' }]),
      trustDigest([
        { name: 'a', content: '' },
        { name: 'b', content: '' },
      ]),
    ];
    expect(new Set(digests).size).toBe(digests.length);
    const parts = [
      { name: 'a', content: '1' },
      { name: 'b', content: Buffer.from('2') },
    ];
    expect(trustDigest(parts)).toBe(trustDigest(parts.toReversed()));
  });
});
