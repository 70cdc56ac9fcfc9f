import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { ClaudeProject, sampleTools } from './claude-project.ts';

/** Says which rule was about the call. */
function guard(pattern: string): object {
  return { command: `printf %s '${JSON.stringify({ systemMessage: pattern })}'`, if: `Edit(${pattern})` };
}

describe('what a hook is told', () => {
  it('names the file that the tool will use: tools of a workspace start at its root, whatever the folder of the call', async () => {
    const project = new ClaudeProject();
    mkdirSync(join(project.workspace, 'sub'));
    project.settings(
      'PreToolUse',
      { command: `cat > '${project.base}/told'` },
      // In the user's own file this is a folder beside it.
      { command: 'echo never >&2; exit 2', if: 'Edit(/secret/**)' },
    );
    project.put('managed-settings.json', {
      hooks: { PreToolUse: [{ hooks: [{ command: 'echo secret >&2; exit 2', if: 'Edit(/secret/**)' }] }] },
    });
    const workspace = createWorkspace({ roots: [project.workspace], state: join(project.base, 'state') });
    const tools = new ToolCoordinator({ services: { workspace } }).use(await project.load());
    for (const sample of sampleTools([])) tools.register(sample);
    const call = (path: string) =>
      tools.execute('write_file', { path, content: '' }, { cwd: join(project.workspace, 'sub') });
    expect((await call('a.txt')).ok).toBe(true);
    expect(JSON.parse(project.text('told'))).toMatchObject({
      cwd: join(project.workspace, 'sub'),
      tool_input: { file_path: join(project.workspace, 'a.txt') },
    });
    expect(await call('secret/key')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('call: secret') },
    });
    await tools.shutdownAll();
  });

  it('is the same for a rule on a workspace that is known by a link', async () => {
    const project = new ClaudeProject();
    project.link('link', project.workspace);
    project.put('ws/.claude/settings.json', {
      hooks: { PreToolUse: [{ hooks: ['/secret/**', './secret/**', 'secret/**'].map(guard) }] },
    });
    const link = join(project.base, 'link');
    const loaded = await project.load({ workspace: link, trust: { isTrusted: async () => true } });
    const workspace = createWorkspace({ roots: [link], state: join(project.base, 'state') });
    const tools = new ToolCoordinator({ cwd: link, services: { workspace } }).use(loaded);
    for (const sample of sampleTools([])) tools.register(sample);
    for (const path of ['secret/key', join(link, 'secret/key'), join(project.workspace, 'secret/key')]) {
      const { metadata } = await tools.execute('write_file', { path, content: '' });
      expect(metadata.warnings).toEqual(['/secret/**', './secret/**', 'secret/**']);
    }
    expect((await tools.execute('write_file', { path: 'a', content: '' })).metadata.warnings).toBeUndefined();
    await tools.shutdownAll();
  });

  it('has what is typed into a running shell as a command, and the rewritten one is typed', async () => {
    const project = new ClaudeProject();
    const typed = { commandId: 'cmd-1', input: 'rm x\n' };
    expect(await project.told('PreToolUse', 'write_command_input', typed)).toMatchObject({
      tool_name: 'Bash',
      tool_input: { commandId: 'cmd-1', command: 'rm x\n' },
    });
    const updatedInput = { commandId: 'cmd-1', command: 'ls\n' };
    project.settings('PreToolUse', `printf %s '${JSON.stringify({ hookSpecificOutput: { updatedInput } })}'`);
    const { ran } = await project.run('write_command_input', typed);
    expect(ran).toEqual([{ commandId: 'cmd-1', input: 'ls\n' }]);
  });
});
