import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AutoApprover, type ApprovalDecision, type AutoApproverOptions } from '../src/index.ts';
import { argumentsBesideDiff } from '../src/render/arguments-beside-diff.ts';
import { requestExcerpt } from '../src/stores/request-excerpt.ts';
import { Folder } from './fixtures/folder.ts';
import { storedRequest } from './fixtures/stores.ts';

async function decided(
  folder: Folder,
  options: AutoApproverOptions,
  ...[tool, params]: readonly [string, unknown]
): Promise<ApprovalDecision> {
  const approver = new AutoApprover({ workspace: folder.path, ...options });
  return approver.shouldAutoApprove(tool, params, { cwd: folder.path });
}

describe('a call that is judged at once', () => {
  it.each([
    ['read_file', { path: 'a.txt' }],
    ['read_file', { path: 'out' }],
    ['read_file', { path: 'none/at/all' }],
    ['write_file', { path: 'a.txt', content: '' }],
    ['write_file', { path: 'out', content: '' }],
    ['bash', { command: 'cat out', cwd: 'linked' }],
    ['bash', { command: 'cat a.txt secret' }],
    ['bash', { command: 'cat alias' }],
    ['run_command', { command: 'cat', args: ['alias'], cwd: 'linked' }],
  ] as const)('is judged as if it waited for its files: %s %j', async (tool, params) => {
    using folder = new Folder({ 'a.txt': '', secret: '', 'sub/b.txt': '' });
    folder.link('out', '/etc/hostname');
    folder.link('linked', 'sub');
    folder.link('alias', 'secret');
    folder.link('sub/alias', '../secret');
    for (const permissions of [{}, { allow: ['Bash(cat *)'] }, { allow: ['Bash(cat *)'], deny: ['Read(/secret)'] }]) {
      for (const workspace of [folder.path, folder.workspace]) {
        const approver = new AutoApprover({ workspace, permissions });
        const waited = await approver.judge(tool, params, { cwd: folder.path });
        const atOnce = approver.judgeSync(tool, params, { cwd: folder.path });
        expect(atOnce?.facts.paths).toEqual(waited.facts.paths);
        expect(atOnce?.decision.decision).toBe(waited.decision.decision);
      }
    }
  });

  it('finds what a rule denies behind a link, also in a folder that is one', async () => {
    using folder = new Folder({ secret: '', 'sub/b.txt': '' });
    folder.link('linked', 'sub');
    folder.link('sub/alias', '../secret');
    const options = { permissions: { allow: ['Bash(cat *)'], deny: ['Read(/secret)'] } };
    const approver = new AutoApprover({ workspace: folder.path, ...options });
    const decisionOn = async (params: object): Promise<string> =>
      (await approver.judge('bash', params, { cwd: folder.path })).decision.decision;
    expect(await decisionOn({ command: 'cat b.txt', cwd: 'linked' })).toBe('approve');
    expect(await decisionOn({ command: 'cat alias', cwd: 'linked' })).toBe('deny');
    expect(await decisionOn({ command: 'cat sub/alias' })).toBe('deny');
  });
});

describe('a path that goes up', () => {
  it.each([
    ['sub/..', 'linked/..'],
    ['sub/../a.txt', 'linked/../a.txt'],
    ['sub/../new.txt', 'linked/../new.txt'],
  ])('is inside as %s, not as %s', async (plain, behindLink) => {
    using folder = new Folder({ 'a.txt': '', 'sub/b.txt': '' });
    mkdirSync(join(folder.base, 'elsewhere/deep'), { recursive: true });
    folder.link('linked', '../elsewhere/deep');
    expect((await decided(folder, {}, 'list_directory', { path: plain })).decision).toBe('approve');
    expect((await decided(folder, {}, 'list_directory', { path: behindLink })).decision).toBe('ask');
  });

  it('behind a link within the workspace is not where it seems to be', async () => {
    using folder = new Folder({ 'a.txt': '', 'sub/deep/b.txt': '' });
    folder.link('linked', 'sub/deep');
    expect((await decided(folder, {}, 'list_directory', { path: 'sub/../new.txt' })).decision).toBe('approve');
    expect((await decided(folder, {}, 'list_directory', { path: 'linked/../new.txt' })).decision).toBe('ask');
  });
});

describe('one respect of a call', () => {
  const ls = { permissions: { allow: ['Bash(ls *)'] } };

  it.each([
    ['the shell', { command: 'ls', shell: '/bin/bash' }, { command: 'ls', shell: './bash' }, 'run in "./bash"'],
    ['the number of commands', { command: 'ls' }, { command: 'ls', cmd: 'ls' }, 'several commands'],
    ['the command', { command: 'ls' }, { comand: 'ls' }, 'names no command'],
    ['the kind of command', { command: 'ls' }, { command: 5 }, 'names no command'],
  ])('is %s', async (_, yes, no, why) => {
    using folder = new Folder();
    expect((await decided(folder, ls, 'bash', yes)).decision).toBe('approve');
    const { decision, reasons } = await decided(folder, ls, 'bash', no);
    expect([decision, reasons.join('; ')]).toEqual(['ask', expect.stringContaining(why)]);
  });

  it('is whether its repository is trusted', async () => {
    using folder = new Folder({ '.git/config': '', '.git/hooks/pre-commit': '#!/bin/sh\n' });
    const permissions = { allow: ['Bash(git commit *)'] };
    const commit = { command: 'git commit -m x' };
    expect((await decided(folder, { permissions, trustRepositories: true }, 'bash', commit)).decision).toBe('approve');
    expect((await decided(folder, { permissions }, 'bash', commit)).decision).toBe('ask');
  });

  it('is named in the reasons, and what changes nothing is not', async () => {
    using folder = new Folder({ 'sub/a': '' });
    expect((await decided(folder, {}, 'bash', { command: 'cd sub && foo x' })).reasons).toEqual([
      'no rule covers foo x',
    ]);
    expect((await decided(folder, {}, 'bash', { command: 'cd sub' })).reasons).toEqual(['no rule covers it']);
  });
});

describe('the excerpt of a request', () => {
  const args = { content: 'x'.repeat(200_000) };

  it.each([
    ['with a rule', { always: { covers: 'c', rule: 'r' } }],
    ['without a rule', { always: { covers: 'c' } }],
    ['with a diff', { diff: '+a' }],
    ['with nothing more', {}],
  ])('%s keeps that', (_, more) => {
    const kept = requestExcerpt(storedRequest({ args, ...more }));
    expect(kept.isExcerpt).toBe(true);
    const { always, diff } = kept;
    expect({ ...(always !== undefined && { always }), ...(diff !== undefined && { diff }) }).toEqual(more);
  });

  it('keeps short values of every kind', () => {
    const short = { count: 5, flag: false, nothing: null, list: [1, [true, null]], inner: { text: 'a' } };
    expect(requestExcerpt(storedRequest({ args: { ...short, ...args } })).args).toMatchObject(short);
  });

  it.each([
    ['members', { many: Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`name${at}`, at])) }],
    ['items', { many: Array.from({ length: 100_000 }, () => 1) }],
    ['empty lists', { many: Array.from({ length: 100_000 }, () => []) }],
  ])('of very many %s is small', (_, many) => {
    const kept = requestExcerpt(storedRequest({ args: many }));
    expect(kept.isExcerpt).toBe(true);
    expect(JSON.stringify(kept).length).toBeLessThan(200_000);
    expect(JSON.stringify(kept).length).toBeGreaterThan(20_000);
  });
});

describe('a text that is in the changes', () => {
  it.each([
    ['is found where its last line only begins a line of the file', 'end\nmiddle\nbeg', true],
    ['is found where its last line is whole', 'end\nmiddle\nbegin', true],
    ['is not found where its last line only ends a line of the file', 'end\nmiddle\ngin', false],
    ['is not found where its first line only begins a line of the file', 'the\nmiddle\nbegin', false],
    ['is not found where a line between is cut', 'end\nmidd\nbegin', false],
  ])('%s', (_, content, isShown) => {
    const { args, inChanges } = argumentsBesideDiff({ content }, '+the end\n+middle\n+begin');
    expect(inChanges).toEqual(isShown ? [{ place: 'content', text: content }] : []);
    expect(args).toEqual(isShown ? {} : { content });
  });
});
