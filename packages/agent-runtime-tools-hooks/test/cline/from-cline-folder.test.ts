import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { ToolCoordinator, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { hooks, type ClineFolderOptions, type Hooks } from '../../src/index.ts';
import { ClaudeProject } from '../claude/claude-project.ts';
import { noteTool } from '../note-tool.ts';

const script = (body: string): string => `#!/bin/bash\n${body}\n`;

async function run(loaded: Hooks): Promise<ToolResult> {
  const tools = new ToolCoordinator().register(noteTool({ texts: [] })).use(loaded);
  const result = await tools.execute('note', { text: 'a' });
  await tools.shutdownAll();
  return result;
}

describe('a folder of Cline hooks', () => {
  const load = (project: ClaudeProject, folder: string, more: ClineFolderOptions = {}): Promise<Hooks> =>
    hooks.fromClineFolder(join(project.base, folder), { workspace: project.workspace, trust: project.trust, ...more });

  it('says what it loaded and what it left out', async () => {
    const project = new ClaudeProject();
    project.put('hooks/PreToolUse', script('true'), 0o755);
    project.put('hooks/PostToolUse', script('true'), 0o644);
    project.put('hooks/TaskStart', script('true'), 0o755);
    project.put('hooks/README.md', 'hello');
    const { diagnostics } = await load(project, 'hooks');
    expect(diagnostics.map(({ kind, file, message }) => [kind, file.slice(project.base.length), message])).toEqual([
      ['ignored', '/hooks/PostToolUse', 'it is not executable'],
      ['loaded', '/hooks/PreToolUse', 'PreToolUse'],
      ['ignored', '/hooks/README.md', 'README.md is not an event of a tool call'],
      ['ignored', '/hooks/TaskStart', 'TaskStart is not an event of a tool call'],
    ]);
    expect((await load(project, 'nowhere')).diagnostics).toMatchObject([{ kind: 'problem' }]);
  });

  it('holds no hook where a name of an event is a folder or leads nowhere or out of the workspace', async () => {
    const project = new ClaudeProject();
    project.put('elsewhere', script('true'), 0o755);
    project.put('ws/hooks/PreToolUse/a', '');
    project.link('ws/hooks/PostToolUse', join(project.base, 'elsewhere'));
    project.link('hooks/PreToolUse', 'nowhere');
    const inside = await load(project, 'ws/hooks');
    expect(inside.hooks).toEqual([]);
    expect(inside.diagnostics.map(({ kind, message }) => [kind, message])).toEqual([
      ['problem', 'it is a link that leads out of the workspace'],
      ['problem', 'it is a folder'],
    ]);
    expect((await load(project, 'hooks')).diagnostics).toMatchObject([
      { kind: 'problem', message: 'it does not exist' },
    ]);
  });

  it('in a workspace counts once it is trusted, and not after a change', async () => {
    const project = new ClaudeProject();
    const file = project.put('ws/.clinerules/hooks/PreToolUse', script('echo no >&2; exit 2'), 0o755);
    const untrusted = await load(project, 'ws/.clinerules/hooks');
    expect(await run(untrusted)).toMatchObject({ ok: true });
    const [notice] = untrusted.diagnostics;
    expect(notice).toMatchObject({ kind: 'untrusted', file });
    if (notice?.trust !== undefined) await project.trust.trust(notice.trust);

    const trusted = await load(project, 'ws/.clinerules/hooks');
    expect(await run(trusted)).toMatchObject({ error: { details: { why: 'denied' } } });
    appendFileSync(file, '# changed\n');
    expect(await run(trusted)).toMatchObject({ error: { details: { why: 'failed' } } });
    expect((await load(project, 'ws/.clinerules/hooks')).hooks).toEqual([]);
  });

  it('denies when a hook fails, unless it is told otherwise', async () => {
    const project = new ClaudeProject();
    project.put('hooks/PreToolUse', script('exit 1'), 0o755);
    expect(await run(await load(project, 'hooks'))).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
    expect(await run(await load(project, 'hooks', { failClosed: false }))).toMatchObject({ ok: true });
  });

  it('has a hook for each event of a tool call, of which only the first can block when it fails', async () => {
    const project = new ClaudeProject();
    for (const name of ['A', 'OnError', 'PostToolUse', 'PreToolUse', 'Z'])
      project.put(`hooks/${name}`, script('true'), 0o755);
    const loaded = await load(project, 'hooks', { timeoutMs: 5 });
    expect(loaded.hooks.map(({ name, type }) => [name, type])).toEqual([
      ['OnError', 'OnError'],
      ['PostToolUse', 'PostToolUse'],
      ['PreToolUse', 'PreToolUse'],
    ]);
    expect(loaded.explain(noteTool({ texts: [] }))).toMatchObject([
      { onFailure: 'continue', timeoutMs: 5 },
      { onFailure: 'continue' },
      { onFailure: 'block' },
    ]);
    expect((await load(project, 'hooks')).explain(noteTool({ texts: [] }))).toMatchObject([
      { timeoutMs: 30_000, why: 'it is for every tool' },
      {},
      {},
    ]);
  });

  it('counts its files up to 100, those of events first', async () => {
    const project = new ClaudeProject();
    for (let index = 0; index < 99; index++) project.put(`hooks/A${index}`, '');
    project.put('hooks/PreToolUse', script('true'), 0o755);
    const { diagnostics } = await load(project, 'hooks');
    expect(diagnostics).toHaveLength(100);
    expect(diagnostics[0]).toMatchObject({ kind: 'loaded' });
    project.put('hooks/Z', '');
    const more = await load(project, 'hooks');
    expect(more.diagnostics).toHaveLength(101);
    expect(more.diagnostics[0]).toMatchObject({ kind: 'ignored', message: '1 more files' });
    expect(more.hooks).toHaveLength(1);
  });
});
