import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeProject } from './claude-project.ts';
import { before } from './conformance.ts';

/** Whether a hook with this condition runs for a call. */
async function runs(rule: string, tool: string, params: unknown, project = new ClaudeProject()): Promise<boolean> {
  project.settings('PreToolUse', { type: 'command', command: 'exit 2', if: rule });
  return !(await project.run(tool, params)).result.ok;
}

const bash = (rule: string, command: string): Promise<boolean> => runs(`Bash(${rule})`, 'bash', { command });

describe('permission rules as conditions', () => {
  it.each([
    ['54', 'git status', 'git status', true],
    ['54', 'git status', 'git status -s', false],
    ['55', 'git * main', 'git push --force origin main', true],
    ['55', 'git * main', 'git push origin dev', false],
    ['56', 'npm run *', 'npm run', true],
    ['56', 'npm run *', 'npm run build', true],
    ['56', 'npm run *', 'npm runx', false],
    ['57', 'npm run:*', 'npm run build', true],
    ['57', 'npm run:*', 'npm runx', false],
    ['58', 'rm *', 'ls && rm -rf x', true],
    ['58', 'rm *', 'ls; cat a | rm x', true],
    ['58', 'rm *', 'ls\nrm x', true],
    ['58', 'rm *', 'ls && cat rm', false],
    ['59', 'rm *', 'ls "', true],
    ['59', 'rm *', `echo ${'x'.repeat(10_001)}`, true],
    ['60', 'rm *', 'timeout 5 nice rm x', true],
    ['60', 'rm *', 'FOO=bar rm x', true],
    ['60', 'rm *', 'find . -name x', false],
  ])('%s: Bash(%s) for %j: %s', async (_, rule, command, expected) => {
    expect(await bash(rule, command)).toBe(expected);
  });

  it.each([
    ['Edit(*.ts)', 'write_file', 'src/a.ts', true],
    ['Edit(*.ts)', 'write_file', 'src/a.js', false],
    ['Edit(src/**)', 'edit_file', 'src/deep/a.js', true],
    ['Edit(/src/**)', 'edit_file', 'lib/src/a.js', false],
    ['Edit(./src/**)', 'edit_file', 'src/a.js', true],
    ['Edit(~/notes/**)', 'write_file', '~', false],
    ['Read(.env)', 'read_file', 'deep/.env', true],
    ['Read(.env)', 'read_file', '.envrc', false],
    ['Read(.env)', 'write_file', '.env', false],
    ['Edit', 'write_file', 'x', true],
    ['Read', 'write_file', 'x', false],
  ])('61: %s for %s of %s: %s', async (rule, tool, path, expected) => {
    const more =
      tool === 'write_file' ? { content: '' } : tool === 'edit_file' ? { old_string: 'a', new_string: 'b' } : {};
    expect(await runs(rule, tool, { path, ...more })).toBe(expected);
  });

  it('61: // is absolute, ~ is the home folder, / is where the settings are', async () => {
    const project = new ClaudeProject();
    const { base, home } = project;
    const reads = (rule: string, path: string): Promise<boolean> => runs(rule, 'read_file', { path }, project);
    expect(await reads(`Read(/${base}/secret/**)`, join(base, 'secret/x'))).toBe(true);
    expect(await reads(`Read(/${base}/secret/**)`, join(base, 'other/x'))).toBe(false);
    expect(await reads('Read(~/keys/*)', join(home, 'keys/id'))).toBe(true);
    expect(await reads('Read(/rules/*)', join(home, '.claude/rules/x'))).toBe(true);
    expect(await reads('Read(/rules/*)', 'rules/x')).toBe(false);
  });

  it('62: through a link, either name counts', async () => {
    const project = new ClaudeProject();
    mkdirSync(join(project.workspace, 'real'));
    project.put('ws/real/key', '');
    symlinkSync('real', join(project.workspace, 'alias'));
    const reads = (rule: string): Promise<boolean> => runs(rule, 'read_file', { path: 'alias/key' }, project);
    expect(await reads('Read(real/**)')).toBe(true);
    expect(await reads('Read(alias/**)')).toBe(true);
    expect(await reads('Read(other/**)')).toBe(false);
  });

  it.each([
    ['WebFetch(domain:example.com)', 'https://EXAMPLE.com/x', true],
    ['WebFetch(domain:example.com)', 'https://api.example.com/', false],
    ['WebFetch(domain:example.com)', 'https://example.com.evil.org/', false],
    ['WebFetch(domain:*.example.com)', 'https://api.example.com/', true],
    ['WebFetch(domain:*.example.com)', 'https://example.com/', false],
  ])('63: %s for %s: %s', async (rule, url, expected) => {
    expect(await runs(rule, 'web_fetch', { url })).toBe(expected);
  });

  it.each([
    ['mcp__github', true],
    ['mcp__github__*', true],
    ['mcp__github__create_issue', true],
    ['mcp__git', false],
    ['mcp__github__close_issue', false],
  ])('64: %s for a tool of a server: %s', async (rule, expected) => {
    expect(await runs(rule, 'github__create_issue', { title: 't' })).toBe(expected);
  });

  it.each([
    ['Bash', 'bash', { command: 'ls' }, true],
    ['Bash(*)', 'bash', { command: 'ls' }, true],
    ['Edit', 'write_file', { path: 'a', content: '' }, true],
    ['Edit', 'read_file', { path: 'a' }, false],
    ['Read', 'grep', { pattern: 'x' }, true],
    ['Read', 'write_file', { path: 'a', content: '' }, false],
    ['WebFetch', 'web_fetch', { url: 'https://example.com' }, true],
    ['WebFetch', 'web_search', { query: 'x' }, false],
  ])('%s without a specifier is about all calls of its tools: %s %j %s', async (rule, tool, params, expected) => {
    expect(await runs(rule, tool, params)).toBe(expected);
  });

  it('a condition with empty brackets is no rule, so its hook runs always', async () => {
    expect(await runs('Bash()', 'bash', { command: 'ls' })).toBe(true);
    expect(await runs('Bash()', 'read_file', { path: 'a' })).toBe(true);
  });

  it.each([
    ['mcp__github__create_*', 'github__create_issue', { title: 't' }, true],
    ['Write(*.ts)', 'edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' }, true],
    ['Grep', 'read_file', { path: 'a' }, false],
    ['Grep', 'grep', { pattern: 'x' }, true],
    ['read_*', 'read_file', { path: 'a' }, true],
    ['Skill(x)', 'read_file', { path: 'a' }, false],
    ['Edit({a,b}.ts)', 'write_file', { path: 'b.ts', content: '' }, true],
  ])('%s for %s %j: %s, as for a rule that denies', async (rule, tool, params, expected) => {
    expect(await runs(rule, tool, params)).toBe(expected);
  });

  it('64: a condition that is no rule is reported and left out', async () => {
    const project = before({ type: 'command', command: 'exit 2', if: 'Bash(' });
    expect((await project.load()).diagnostics).toContainEqual(
      expect.objectContaining({
        kind: 'problem',
        message: 'its "if" is ignored, so it always runs: "Bash(" is not a permission rule such as Bash(git push *)',
      }),
    );
    expect((await project.run('read_file', { path: 'a' })).result.ok).toBe(false);
  });
});
