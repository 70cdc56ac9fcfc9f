import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { snapshot, temporaryWorkspace, type TemporaryWorkspace } from '../temporary-workspace.ts';

interface Skipped {
  /** The change that is to be undone. */
  readonly change: (made: TemporaryWorkspace) => Promise<unknown>;
  /** What somebody does before that, with the path of the root. */
  readonly meanwhile: (root: string) => void;
  readonly reason: string;
}

const FILES = { 'a.txt': 'old', 'd/b.txt': 'old', 'empty/x': '' };

/** Puts a folder elsewhere and a link to it in its place. */
function replaceWithLink(root: string, folder: string): void {
  renameSync(join(root, folder), join(root, 'elsewhere'));
  symlinkSync('elsewhere', join(root, folder));
}

const ELSEWHERE = 'its path now leads to another place';

const CASES: Record<string, Skipped> = {
  'a new file that is gone': {
    change: ({ workspace }) => workspace.write('new.txt', 'new'),
    meanwhile: (root) => rmSync(join(root, 'new.txt')),
    reason: 'it is already gone',
  },
  'a written file that is gone': {
    change: ({ workspace }) => workspace.write('a.txt', 'new'),
    meanwhile: (root) => rmSync(join(root, 'a.txt')),
    reason: 'it was removed since',
  },
  'a written file with other content of the same length': {
    change: ({ workspace }) => workspace.write('a.txt', 'new'),
    meanwhile: (root) => writeFileSync(join(root, 'a.txt'), 'NEW'),
    reason: 'it was changed since',
  },
  'a new file with other content': {
    change: ({ workspace }) => workspace.write('new.txt', 'new'),
    meanwhile: (root) => writeFileSync(join(root, 'new.txt'), 'longer'),
    reason: 'it was changed since',
  },
  'a written file with a folder in its place': {
    change: ({ workspace }) => workspace.write('a.txt', 'new'),
    meanwhile: (root) => {
      rmSync(join(root, 'a.txt'));
      mkdirSync(join(root, 'a.txt'));
    },
    reason: 'it was changed since',
  },
  'a written file with a link to the same content in its place': {
    change: ({ workspace }) => workspace.write('a.txt', 'new'),
    meanwhile: (root) => {
      renameSync(join(root, 'a.txt'), join(root, 'other.txt'));
      symlinkSync('other.txt', join(root, 'a.txt'));
    },
    reason: 'it was changed since',
  },
  'a written file in a folder that is a link now': {
    change: ({ workspace }) => workspace.write('d/b.txt', 'new'),
    meanwhile: (root) => replaceWithLink(root, 'd'),
    reason: ELSEWHERE,
  },
  'a new file in a folder that is a link now': {
    change: ({ workspace }) => workspace.write('d/new.txt', 'new'),
    meanwhile: (root) => replaceWithLink(root, 'd'),
    reason: ELSEWHERE,
  },
  'a removed file whose name another has': {
    change: ({ workspace }) => workspace.remove('a.txt'),
    meanwhile: (root) => writeFileSync(join(root, 'a.txt'), 'old'),
    reason: 'another file has its name now',
  },
  'a removed file in a folder that is a link now': {
    change: ({ workspace }) => workspace.remove('d/b.txt'),
    meanwhile: (root) => replaceWithLink(root, 'd'),
    reason: ELSEWHERE,
  },
  'a removed folder in a folder that is a link now': {
    change: async ({ workspace, root }) => {
      mkdirSync(join(root, 'd/sub'));
      await workspace.remove('d/sub', { recursive: true });
    },
    meanwhile: (root) => replaceWithLink(root, 'd'),
    reason: ELSEWHERE,
  },
  'a moved file that is gone': {
    change: ({ workspace }) => workspace.move('a.txt', 'm.txt'),
    meanwhile: (root) => rmSync(join(root, 'm.txt')),
    reason: 'it was removed since',
  },
  'a moved file with other content': {
    change: ({ workspace }) => workspace.move('a.txt', 'm.txt'),
    meanwhile: (root) => writeFileSync(join(root, 'm.txt'), 'new'),
    reason: 'it was changed since',
  },
  'a moved file with a folder in its place': {
    change: ({ workspace }) => workspace.move('a.txt', 'm.txt'),
    meanwhile: (root) => {
      rmSync(join(root, 'm.txt'));
      mkdirSync(join(root, 'm.txt'));
    },
    reason: 'it was changed since',
  },
  'a moved folder with another in its place': {
    change: ({ workspace }) => workspace.move('d', 'm'),
    meanwhile: (root) => {
      renameSync(join(root, 'm'), join(root, 'kept'));
      mkdirSync(join(root, 'm'));
    },
    reason: 'it was replaced since',
  },
  'a moved file whose old name another has': {
    change: ({ workspace }) => workspace.move('a.txt', 'm.txt'),
    meanwhile: (root) => writeFileSync(join(root, 'a.txt'), 'theirs'),
    reason: 'another file has its old name now',
  },
  'a moved file in a folder that is a link now': {
    change: ({ workspace }) => workspace.move('a.txt', 'd/m.txt'),
    meanwhile: (root) => replaceWithLink(root, 'd'),
    reason: ELSEWHERE,
  },
  'a moved link that leads elsewhere now': {
    change: async ({ workspace, root }) => {
      symlinkSync('a.txt', join(root, 'link'));
      await workspace.move('link', 'moved');
    },
    meanwhile: (root) => {
      rmSync(join(root, 'moved'));
      symlinkSync('d', join(root, 'moved'));
    },
    reason: 'it was changed since',
  },
};

describe('undo', () => {
  it.each(Object.entries(CASES))('leaves %s alone and says why', async (_, { change, meanwhile, reason }) => {
    const made = temporaryWorkspace(FILES);
    await change(made);
    meanwhile(made.root);
    const before = snapshot(made.root);
    const { restored, skipped } = await made.workspace.undo();
    expect([restored, skipped.map((one) => one.reason)]).toEqual([[], [reason]]);
    expect(snapshot(made.root)).toEqual(before);
  });

  it('restores a moved link', async () => {
    const made = temporaryWorkspace(FILES);
    symlinkSync('a.txt', join(made.root, 'link'));
    await made.workspace.move('link', 'moved');
    expect((await made.workspace.undo()).restored).toEqual(['moved']);
    expect(made.text('link')).toBe('old');
  });

  it('restores a moved file that was written again with the same content', async () => {
    const made = temporaryWorkspace(FILES);
    await made.workspace.move('a.txt', 'm.txt');
    writeFileSync(join(made.root, 'm.txt'), 'old');
    expect((await made.workspace.undo()).restored).toEqual(['m.txt']);
    expect([made.text('a.txt'), made.text('m.txt')]).toEqual(['old', undefined]);
  });
});
