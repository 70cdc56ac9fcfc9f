import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from './temporary-files.ts';

const NOBODY = 65534;
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Only root can become somebody else, and only where that one may start Node. */
const canBeNobody =
  process.getuid?.() === 0 && spawnSync('setpriv', [...AS_NOBODY, process.execPath, '--version']).status === 0;

type Call = readonly [name: string, params: Readonly<Record<string, unknown>>];

/** A workspace of somebody who may not do everything in it, and what calls of theirs lead to. */
function asNobody(calls: readonly Call[], { nested = false } = {}) {
  const more = nested ? { 'nest/b.txt': 'b\n', 'nest/theirs/c.txt': 'c\n' } : {};
  const made = temporaryFiles({
    'secret.txt': 's\n',
    'fixed/a.txt': 'a\n',
    'closed/a.txt': 'a\n',
    'own.txt': 'o\n',
    ...more,
  });
  const { base, root } = made;
  const state = join(base, 'own-state');
  mkdirSync(state);
  for (const path of [state, root, ...['fixed', 'closed', 'secret.txt', 'own.txt'].map((name) => join(root, name))])
    chownSync(path, NOBODY, NOBODY);
  if (nested) {
    mkdirSync(join(root, 'empty/fixed'), { recursive: true });
    for (const name of ['nest', 'nest/b.txt', 'empty', 'empty/fixed']) chownSync(join(root, name), NOBODY, NOBODY);
    chmodSync(join(root, 'empty/fixed'), 0o555);
  }
  chmodSync(base, 0o755);
  chmodSync(join(root, 'secret.txt'), 0);
  chmodSync(join(root, 'fixed'), 0o555);
  chmodSync(join(root, 'closed'), 0);
  const child = join(import.meta.dirname, 'fixtures/unprivileged-child.mjs');
  const args = [...AS_NOBODY, process.execPath, child, root, state, JSON.stringify(calls)];
  const outcomes: { code: string; message?: string }[] = JSON.parse(
    execFileSync('setpriv', args, { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: base } }),
  );
  return { ...made, outcomes };
}

describe.runIf(canBeNobody)('a user who may not', () => {
  it('read a file or a folder is told so', () => {
    const { outcomes } = asNobody([
      ['read_file', { path: 'secret.txt' }],
      ['read', { file_paths: ['secret.txt'] }],
      ['list_directory', { path: 'closed' }],
      ['read_file', { path: 'closed/a.txt' }],
      ['read_file', { path: 'own.txt' }],
    ]);
    const denied = 'PERMISSION_DENIED';
    expect(outcomes.map(({ code }) => code)).toEqual([denied, denied, denied, denied, 'ok']);
  });

  it('change a folder is told so by every writer, and nothing is left in it', () => {
    const { root, base, outcomes } = asNobody([
      ['write_file', { path: 'fixed/a.txt', content: 'changed\n' }],
      ['write_file', { path: 'fixed/new.txt', content: 'new\n' }],
      ['write_file', { path: 'fixed/deep/new.txt', content: 'new\n' }],
      ['move_file', { from: 'fixed/a.txt', to: 'moved.txt' }],
      ['move_file', { from: 'own.txt', to: 'fixed/own.txt' }],
      ['delete_file', { path: 'fixed/a.txt' }],
      ['write_file', { path: 'secret.txt', content: 'mine\n' }],
      ['delete_file', { path: 'secret.txt' }],
    ]);
    expect(outcomes.map(({ code }) => code)).toEqual(outcomes.map(() => 'PERMISSION_DENIED'));
    for (const { message } of outcomes) expect(message).not.toContain(base);
    expect(readdirSync(join(root, 'fixed'))).toEqual(['a.txt']);
    expect(readFileSync(join(root, 'fixed/a.txt'), 'utf8')).toBe('a\n');
    expect(readdirSync(root).toSorted()).toEqual(['closed', 'fixed', 'own.txt', 'secret.txt']);
    expect(readFileSync(join(root, 'own.txt'), 'utf8')).toBe('o\n');
  });

  it('empty a folder cannot remove it by half, nor one that it is in', () => {
    const { root, base, outcomes } = asNobody(
      [
        ['delete_file', { path: 'fixed', recursive: true }],
        ['delete_file', { path: 'nest', recursive: true }],
        ['write_file', { path: 'later.txt', content: 'l\n' }],
        ['delete_file', { path: 'empty', recursive: true }],
        ['undo_change', {}],
      ],
      { nested: true },
    );
    expect(outcomes.map(({ code }) => code)).toEqual(['PERMISSION_DENIED', 'PERMISSION_DENIED', 'ok', 'ok', 'ok']);
    expect(outcomes[1]?.message).toContain('of the folder nest/theirs');
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
    expect(names.filter((name) => /^(?:fixed|nest|empty|\.)/.test(name))).toEqual([
      'empty',
      'empty/fixed',
      'fixed',
      'fixed/a.txt',
      'nest',
      'nest/b.txt',
      'nest/theirs',
      'nest/theirs/c.txt',
    ]);
    expect(statSync(join(root, 'empty/fixed')).mode & 0o777).toBe(0o555);
    const state = readdirSync(join(base, 'own-state'), { recursive: true, encoding: 'utf8' });
    expect(state.filter((name) => /\/journal\/./.test(name))).toEqual([]);
  });
});
