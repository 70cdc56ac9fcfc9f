import { mkdtempSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { afterAll, describe, expect, it } from 'vitest';
import { compileCondition } from '../../src/claude/hook-condition.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'condition-')));
mkdirSync(join(folder, 'src'));
symlinkSync('src', join(folder, 'link'));
afterAll(() => rmSync(folder, { recursive: true }));

const NONE: ToolCapabilities = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};

async function holds(condition: string, tool: string, parameters: unknown, options: object = {}): Promise<boolean> {
  const test = await compileCondition(condition, { settingsFolder: join(folder, 'src'), home: '/home/me', ...options });
  return test({
    tool: { name: tool, version: '', capabilities: NONE },
    taskId: 't',
    owner: { principalId: '', taskId: 't' },
    callId: 'c',
    cwd: folder,
    mode: 'act',
    workspaceRoots: [folder],
    event: { type: 'PreToolUse', parameters },
  });
}

describe('the condition of a hook', () => {
  it.each<[string, string, unknown, boolean]>([
    ['Edit(src/**)', 'edit_file', { path: 'src/a.ts' }, true],
    ['Edit(src/**)', 'edit_file', { path: 'lib/a.ts' }, false],
    ['Edit(src/**)', 'edit_file', {}, true],
    ['Edit(src/**)', 'edit_file', 'no object', true],
    ['Edit(src/**)', 'edit_file', { paths: ['lib/a.ts', 'src/a.ts'] }, true],
    ['Edit(src/**)', 'read_file', { path: 'src/a.ts' }, false],
    ['Edit(src/**)', 'edit_file', { path: 'link/a.ts' }, true],
    ['Edit(src/**)', 'edit_file', { path: 'link/new/a.ts' }, true],
    ['Edit(link/**)', 'edit_file', { path: 'link/a.ts' }, true],
    ['Edit(*.ts)', 'edit_file', { path: '../a.ts' }, false],
    ['Edit(*.ts)', 'edit_file', { path: '.' }, true],
    ['Edit(/a.ts)', 'edit_file', { path: 'src/a.ts' }, true],
    ['Edit(/a.ts)', 'edit_file', { path: 'a.ts' }, false],
    ['Edit(//etc/**)', 'edit_file', { path: '/etc/a' }, true],
    ['Edit(//etc/**)', 'edit_file', { path: 'etc/a' }, false],
    ['Edit(~/a/**)', 'edit_file', { path: '/home/me/a/b' }, true],
    ['Edit(~/a/**)', 'edit_file', { path: '/home/you/a/b' }, false],
    ['WebFetch(domain:a.test)', 'web_fetch', { url: 'https://a.test/x' }, true],
    ['WebFetch(domain:a.test)', 'web_fetch', { url: 'https://b.test/x' }, false],
    ['WebFetch(domain:a.test)', 'web_fetch', {}, true],
    ['WebFetch(domain:a.test)', 'web_fetch', null, true],
    ['WebFetch(domain:a.test)', 'read_file', { url: 'https://a.test/x' }, false],
    ['Bash(git push *)', 'bash', { command: 'git push origin' }, true],
    ['Bash(git push *)', 'bash', { command: 'ls && git push' }, true],
    ['Bash(git push *)', 'bash', { command: 'git pull' }, false],
    ['Bash(git push *)', 'bash', { command: 'git pull "' }, true],
    ['Bash(git push *)', 'bash', {}, true],
    ['Bash(git push *)', 'grep', { command: 'git push' }, false],
    ['Bash', 'bash', { command: 'ls' }, true],
    ['Read', 'grep', { pattern: 'x' }, true],
    ['Grep', 'grep', { pattern: 'x' }, true],
    ['Grep', 'read_file', { path: 'x' }, false],
    ['my_*', 'my_tool', {}, true],
    ['my_*', 'our_tool', {}, false],
    ['mcp__github', 'github__push', {}, true],
    ['mcp__github', 'gitlab__push', {}, false],
    ['mcp__github__push', 'github__push', {}, true],
    ['mcp__github__push', 'github__pull', {}, false],
  ])('%s on %s with %j holds: %s', async (condition, tool, parameters, expected) => {
    expect(await holds(condition, tool, parameters)).toBe(expected);
  });

  it('starts ~ at the home folder of the user unless another is given', async () => {
    const parameters = { path: join(homedir(), 'a') };
    expect(await holds('Edit(~/a)', 'edit_file', parameters, { home: undefined })).toBe(true);
    expect(await holds('Edit(~/a)', 'edit_file', parameters)).toBe(homedir() === '/home/me');
  });
});
