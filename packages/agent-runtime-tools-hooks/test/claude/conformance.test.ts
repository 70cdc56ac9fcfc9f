import { join } from 'node:path';
import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { ClaudeProject, SAMPLES, sampleTools } from './claude-project.ts';
import { WRITE, before, blocked, specific, write } from './conformance.ts';

/** The tools that a matcher makes a hook fire for. */
async function firesFor(matcher: unknown): Promise<string[]> {
  const project = new ClaudeProject().group('PreToolUse', { matcher, hooks: [{ type: 'command', command: 'true' }] });
  const loaded = await project.load();
  return sampleTools([])
    .filter((tool) => loaded.appliesTo?.(tool, { hooked: false }))
    .map(({ name }) => name);
}

describe('settings files', () => {
  it('1: events hold matchers, matchers hold handlers, a command is a command line', async () => {
    const project = new ClaudeProject().group('PreToolUse', {
      matcher: 'Write',
      hooks: [{ type: 'command', command: 'echo "$(echo blocked by a pipeline | cat)" >&2; exit 2' }],
    });
    expect((await write(project)).result).toMatchObject(blocked('blocked by a pipeline'));
  });

  it('2: with args, a command is a program and no shell reads anything', async () => {
    const project = before({ type: 'command', command: 'sh', args: ['-c', 'echo "$1" >&2; exit 2', 'sh', '$HOME;|'] });
    expect((await write(project)).result).toMatchObject(blocked('$HOME;|'));
  });

  it('3: a timeout is in seconds', async () => {
    const startedAt = performance.now();
    await write(before({ type: 'command', command: 'sleep 60', timeout: 0.2 }));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const [explained] = (await before({ type: 'command', command: 'x', timeout: 7 }).load()).explain(sample('bash'));
    expect(explained?.timeoutMs).toBe(7000);
  });

  it('4: "if" is a permission rule that decides per call', async () => {
    const project = before({ type: 'command', command: 'exit 2', if: 'Bash(git push *)' });
    expect((await project.run('bash', { command: 'git push origin' })).result.ok).toBe(false);
    expect((await project.run('bash', { command: 'git status' })).result.ok).toBe(true);
    expect((await write(project)).result.ok).toBe(true);
  });

  it('5: disableAllHooks switches them off', async () => {
    const project = new ClaudeProject();
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] };
    project.put('home/.claude/settings.json', { hooks, disableAllHooks: true });
    expect((await write(project)).result.ok).toBe(true);
    expect((await project.load()).diagnostics).toContainEqual(
      expect.objectContaining({ kind: 'ignored', message: expect.stringContaining('disableAllHooks') }),
    );
  });

  it('6: the hooks of all five files are merged', async () => {
    const project = new ClaudeProject();
    const says = (name: string): object => ({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: specific({ additionalContext: name }) }] }] },
    });
    const commandLine = project.put('flag.json', says('command line'));
    project.put('managed-settings.json', says('managed'));
    project.put('ws/.claude/settings.local.json', says('local'));
    project.put('ws/.claude/settings.json', says('project'));
    project.put('home/.claude/settings.json', says('user'));
    await project.trustAll();
    const { result } = await write(project, { commandLine });
    const all = ['user', 'project', 'local', 'command line', 'managed'];
    expect(result.metadata.contextModifications).toEqual(all);
    const inline = await write(project, { commandLine: says('command line') });
    expect(inline.result.metadata.contextModifications).toEqual(all);
  });

  it('7: where they contradict each other, the strongest file counts', async () => {
    const project = new ClaudeProject();
    const rewrites = (content: string): object => ({
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: specific({ updatedInput: { file_path: 'b', content } }) }] },
        ],
      },
    });
    project.put('managed-settings.json', rewrites('managed'));
    project.put('home/.claude/settings.json', rewrites('user'));
    expect((await write(project)).ran).toEqual([{ path: 'b', content: 'managed' }]);
  });

  it('8: identical handlers run once, over matchers and files', async () => {
    const project = new ClaudeProject();
    const handler = { type: 'command', command: `echo x >> '${project.base}/count'` };
    project.put('managed-settings.json', { hooks: { PreToolUse: [{ matcher: 'Write', hooks: [handler, handler] }] } });
    project.group('PreToolUse', { hooks: [handler] }, { matcher: '.*', hooks: [handler] });
    await write(project);
    expect(project.text('count')).toBe('x\n');
  });

  it('9: all that match run in parallel', async () => {
    // Each waits for the other: in a row, the first would never end.
    const project = new ClaudeProject();
    const waits = (mine: string, other: string): string =>
      `touch '${project.base}/${mine}'; until [ -e '${project.base}/${other}' ]; do sleep 0.02; done`;
    project.settings(
      'PreToolUse',
      { type: 'command', command: waits('a', 'b'), timeout: 20 },
      { type: 'command', command: waits('b', 'a'), timeout: 20 },
    );
    const { events } = await write(project);
    expect(events.map(({ data }) => 'decision' in data && data.decision)).toEqual(['none', 'none']);
  }, 60_000);
});

describe('matchers', () => {
  it.each([undefined, '', '*'])('10: %j is every tool', async (matcher) => {
    expect(await firesFor(matcher)).toHaveLength(SAMPLES.length);
  });

  it.each([
    ['Write', ['write_file']],
    ['Read|Glob', ['read_file', 'read', 'glob']],
    ['Read, Glob', ['read_file', 'read', 'glob']],
    ['Rea', []],
    ['read', ['read']],
    ['write_file', ['write_file']],
  ])('11: %j is exact names', async (matcher, names) => {
    const fired = await firesFor(matcher);
    for (const name of names) expect(fired).toContain(name);
    expect(fired.filter((name) => !names.includes(name) && !isOtherWriter(name))).toEqual([]);
  });

  it.each([
    ['Web.*', ['web_fetch', 'web_search']],
    ['eb(Fetch|Search)$', ['web_fetch', 'web_search']],
    ['^Gr', ['grep']],
    ['mcp__.*', ['github__create_issue', 'files__save']],
  ])('12: %j is a regular expression that may match anywhere', async (matcher, names) => {
    expect(await firesFor(matcher)).toEqual(names);
  });

  it('12: one that needs backtracking is reported, and guards everything', async () => {
    const project = new ClaudeProject().group('PreToolUse', {
      matcher: '^(?!Bash$).*',
      hooks: [{ type: 'command', command: 'exit 2' }],
    });
    expect((await project.load()).diagnostics).toContainEqual(
      expect.objectContaining({ kind: 'problem', message: expect.stringContaining('cannot be used') }),
    );
    expect((await project.run('bash', { command: 'ls' })).result).toMatchObject(blocked(''));
    expect(
      (await new ClaudeProject().group('PostToolUse', { matcher: '(?=x)', hooks: [{ command: 'x' }] }).load()).hooks,
    ).toEqual([]);
  });

  it('12: one that would take exponential time does not', async () => {
    const startedAt = performance.now();
    await firesFor('^(([a-z_])+.)+[A-Z]([a-z_])+$');
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  it('13: tools of MCP servers are mcp__server__tool', async () => {
    expect(await firesFor('mcp__github__create_issue')).toEqual(['github__create_issue']);
    expect(await firesFor('mcp__github__.*')).toEqual(['github__create_issue']);
    expect(await new ClaudeProject().told('PreToolUse', 'github__create_issue', { title: 't' })).toMatchObject({
      tool_name: 'mcp__github__create_issue',
      tool_input: { title: 't' },
    });
  });

  it.each([
    ['Read', 'read_file', { path: 'a' }],
    ['Read', 'read', { file_paths: ['a'] }],
    ['Write', 'write_file', WRITE],
    ['Edit', 'edit_file', { path: 'a', old_string: 'b', new_string: 'c' }],
    ['Edit', 'apply_diff', { path: 'a', diff: 'd' }],
    ['Bash', 'write_command_input', { commandId: 'cmd-1', input: 'ls' }],
    ['Edit', 'apply_patch', { patch: '*** Begin Patch\n*** Update File: a\n*** End Patch' }],
    ['Edit', 'search_and_replace', { path: 'a', search: 'b', replace: 'c' }],
    ['Edit', 'insert_content', { path: 'a', content: 'c' }],
    ['Bash', 'bash', { command: 'ls' }],
    ['Bash', 'run_command', { command: 'ls' }],
    ['Glob', 'glob', { pattern: '*' }],
    ['Grep', 'grep', { pattern: 'x' }],
    ['LS', 'list_directory', {}],
    ['WebFetch', 'web_fetch', { url: 'https://example.com' }],
    ['WebSearch', 'web_search', { query: 'q' }],
    ['TodoWrite', 'todo_write', { todos: [] }],
    ['Task', 'agent', { prompt: 'p' }],
  ])('14: %s is %s here', async (theirs, ours, params) => {
    expect(await firesFor(theirs)).toContain(ours);
    expect(await new ClaudeProject().told('PreToolUse', ours, params)).toMatchObject({ tool_name: theirs });
  });

  it('14: Agent is another name of Task', async () => {
    expect(await firesFor('Agent')).toEqual(['agent']);
  });

  it('15: a hook for Edit|Write fires for every tool that writes files', async () => {
    const writers = SAMPLES.filter(([, , { writesFiles, executesCommands }]) => writesFiles && !executesCommands);
    expect(await firesFor('Edit|Write')).toEqual(writers.map(([name]) => name));
    expect(await new ClaudeProject().told('PreToolUse', 'house_writer', WRITE)).toMatchObject({ tool_name: 'Write' });
  });

  it('15: and sees every file of a call that touches several', async () => {
    const project = before('jq -re \'select(.tool_input.file_path | endswith("/.env")) | halt_error(2)\' || true');
    project.group('PreToolUse', {
      matcher: 'Edit|Write',
      hooks: [
        { type: 'command', command: 'case $(jq -r .tool_input.file_path) in */.env) echo secret >&2; exit 2;; esac' },
      ],
    });
    const diff = 'd';
    const calls: [string, object][] = [
      [
        'multi_apply_diff',
        {
          files: [
            { path: 'a', diff },
            { path: '.env', diff },
          ],
        },
      ],
      ['apply_patch', { patch: '*** Begin Patch\n*** Update File: a\n*** Add File: .env\n*** End Patch' }],
      ['apply_patch', { patch: '--- a/b\n+++ b/.env\n@@ -1 +1 @@' }],
      ['move_file', { from: '.env', to: 'b' }],
      ['move_file', { from: 'a', to: '.env' }],
      ['delete_file', { path: '.env' }],
    ];
    for (const [name, params] of calls)
      expect((await project.run(name, params)).result).toMatchObject(blocked('secret'));
    expect(
      (
        await project.run('multi_apply_diff', {
          files: [
            { path: 'a', diff },
            { path: 'b', diff },
          ],
        })
      ).result.ok,
    ).toBe(true);
  });
});

describe('how a hook runs', () => {
  it('16: for 600 seconds unless it says otherwise', async () => {
    const [explained] = (await before('true').load()).explain(sample('bash'));
    expect(explained?.timeoutMs).toBe(600_000);
  });

  it('17, 18: with the project in CLAUDE_PROJECT_DIR, in the current folder', async () => {
    const project = before('echo "$CLAUDE_PROJECT_DIR $PWD" >&2; exit 2');
    const { workspace } = project;
    expect((await write(project)).result).toMatchObject(blocked(`${workspace} ${workspace}`));
  });

  it('19, 20: in a process group of its own, without a terminal', async () => {
    const project = before(
      'echo "group $(ps -o pgid= -p $$ | tr -d " ") $$" >&2; if (: < /dev/tty) 2>/dev/null; then echo terminal >&2; fi; [ -t 0 ] && echo tty >&2; exit 2',
    );
    const { result } = await write(project);
    const [, group, own] = /group (\d+) (\d+)/.exec(result.ok ? '' : result.error.message) ?? [];
    expect(group).toBe(own);
    expect(result.ok || result.error.message).not.toMatch(/: [^]*(?:terminal|tty)$/);
  });
});

describe('what a hook is told', () => {
  it('21, 22: before the tool', async () => {
    const project = new ClaudeProject();
    expect(await project.told('PreToolUse', 'write_file', WRITE)).toEqual({
      session_id: 'session-1',
      transcript_path: '',
      cwd: project.workspace,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: join(project.workspace, 'a.txt'), content: 'x' },
      tool_use_id: 'call-1',
    });
    expect(await project.told('PreToolUse', 'write_file', WRITE, 'plan')).toMatchObject({ permission_mode: 'plan' });
  });

  it('23: after the tool, also what it gave and how long it took', async () => {
    expect(await new ClaudeProject().told('PostToolUse', 'write_file', WRITE)).toMatchObject({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_response: { done: 'write_file' },
      duration_ms: expect.any(Number),
      tool_use_id: 'call-1',
    });
  });

  it('24: after a failure, the error instead, and only under PostToolUseFailure', async () => {
    const told = await new ClaudeProject().told('PostToolUseFailure', 'fail', {});
    expect(told).toMatchObject({
      hook_event_name: 'PostToolUseFailure',
      error: expect.stringContaining('it failed'),
      is_interrupt: false,
    });
    expect(told['duration_ms']).toEqual(expect.any(Number));
    expect(told).not.toHaveProperty('tool_response');
    expect(await new ClaudeProject().told('PostToolUse', 'fail', {})).toEqual({});
    expect(await new ClaudeProject().told('PostToolUseFailure', 'write_file', WRITE)).toEqual({});
  });

  it.each([
    [
      'edit_file',
      { path: 'a', old_string: 'b', new_string: 'c' },
      { file_path: '/a', old_string: 'b', new_string: 'c' },
    ],
    ['read_file', { path: '/abs/a' }, { file_path: '/abs/a' }],
    ['bash', { command: 'ls', timeout: 2 }, { command: 'ls', timeout: 2000 }],
    ['run_command', { command: 'ls', args: ['-l', 'a b', "it's"] }, { command: String.raw`ls -l 'a b' 'it'\''s'` }],
    ['grep', { pattern: 'x', include: '*.ts' }, { pattern: 'x', glob: '*.ts' }],
  ])('25: the parameters of %s in the names that hooks know', async (name, params, expected) => {
    const project = new ClaudeProject();
    const told = await project.told('PreToolUse', name, params);
    const input = Object(told['tool_input']) as Record<string, unknown>;
    if (input['file_path'] === join(project.workspace, 'a')) input['file_path'] = '/a';
    expect(input).toEqual(expected);
  });
});

function sample(name: string): ToolIdentity {
  const found = sampleTools([]).find((tool) => tool.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

const isOtherWriter = (name: string): boolean =>
  ['apply_patch', 'delete_file', 'move_file', 'files__save', 'house_writer'].includes(name);
