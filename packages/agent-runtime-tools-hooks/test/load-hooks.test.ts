import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { explainHooks, hooks, loadHooks } from '../src/index.ts';
import { parseClaudeSettings } from '../src/claude/parse-claude-settings.ts';
import { ClaudeProject, sampleTools } from './claude/claude-project.ts';

const tool = (name: string): ReturnType<typeof sampleTools>[number] => {
  const found = sampleTools([]).find((sample) => sample.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

async function messageOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ToolFailure && error.error.code === 'HOOK_CONFIG_INVALID') return error.message;
    throw error;
  }
}

function boundProject() {
  const project = new ClaudeProject();
  const { workspace, trust } = project;
  return { workspace, trust, put: (name: string, content: object) => project.put(name, content) };
}

describe('loadHooks', () => {
  const list = [{ name: 'lint', type: 'PostToolUse', toolPatterns: ['write_*'], command: './lint.sh' }];

  it('reads a list of hooks, alone or under "hooks"', async () => {
    const project = new ClaudeProject();
    for (const content of [list, { hooks: list }]) {
      const file = project.put('hooks.json', content);
      const loaded = await loadHooks(file, { workspace: project.workspace });
      expect(loaded.hooks).toEqual([{ name: 'lint', type: 'PostToolUse', source: file }]);
      expect(loaded.diagnostics).toEqual([{ kind: 'loaded', file, where: 'hooks[0]', message: 'lint' }]);
    }
  });

  it('reads settings of Claude Code, and a folder of Cline', async () => {
    const project = new ClaudeProject();
    const settings = project.put('s.json', {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    expect((await loadHooks(settings, { workspace: project.workspace })).hooks).toHaveLength(1);
    project.put('folder/PreToolUse', '#!/bin/sh\n', 0o755);
    expect((await loadHooks(`${project.base}/folder`, { workspace: project.workspace })).hooks).toHaveLength(1);
  });

  it('wants a file of the workspace to be trusted, or vouched for', async () => {
    const project = new ClaudeProject();
    const { workspace, trust } = project;
    project.put('ws/lint.sh', 'true');
    for (const content of [list, { hooks: { PostToolUse: [{ hooks: [{ command: './lint.sh' }] }] } }]) {
      const file = project.put('ws/hooks.json', content);
      const untrusted = await loadHooks(file, { workspace, trust });
      expect(untrusted.hooks).toEqual([]);
      expect((await loadHooks(file, { workspace, trust, trusted: true })).hooks).toHaveLength(1);
      const subject = untrusted.diagnostics[0]?.trust;
      if (subject !== undefined) await trust.trust(subject);
      expect((await loadHooks(file, { workspace, trust })).hooks).toHaveLength(1);
      project.put('ws/lint.sh', `true # ${JSON.stringify(content)}`);
      expect((await loadHooks(file, { workspace, trust })).hooks).toEqual([]);
    }
  });

  it('says how many hooks of a workspace do not run, and why', async () => {
    const { workspace, trust, put } = boundProject();
    const message = async (hooksOfFile: readonly object[], checker: object = trust) =>
      (
        await loadHooks(put('ws/hooks.json', hooksOfFile), { workspace, trust: checker as typeof trust })
      ).diagnostics.map((each) => each.message);
    const why = 'this content of the workspace is not trusted';
    expect(await message(list)).toEqual([`its hook does not run: ${why}`]);
    expect(await message([...list, ...list])).toEqual([`its 2 hooks do not run: ${why}`]);
    const failing = { isTrusted: () => Promise.reject(new Error('outage')) };
    expect(await message(list, failing)).toEqual(['its hook does not run: outage']);
  });

  it.each([
    ['{', 'hooks.json:1: it is not JSON'],
    ['{"a": 1}', 'neither a list of hooks'],
    ['[{"name":"x"}]', 'hooks[0]: Hook "x": needs a type'],
    ['[{"name":"x","type":"PreToolUse","toolPatterns":["@nope"],"command":"x"}]', 'not a capability'],
    ['[\n{"__proto__": 1}]', 'hooks.json:2'],
  ])('throws with the place: %j', async (content, message) => {
    const project = new ClaudeProject();
    expect(await messageOf(loadHooks(project.put('hooks.json', content), { workspace: project.workspace }))).toContain(
      message,
    );
  });

  it('throws for a file that is not there', async () => {
    expect(await messageOf(loadHooks('/nowhere/hooks.json'))).toContain('does not exist');
  });
});

describe('loaded settings', () => {
  it.each([true, false])('say whether they switch themselves off: %s', async (disableAllHooks) => {
    const project = new ClaudeProject();
    const settings = { disableAllHooks, hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
    const loaded = await loadHooks(project.put('settings.json', settings), { workspace: project.workspace });
    expect(loaded.hooks).toHaveLength(disableAllHooks ? 0 : 1);
    const message = 'its hooks are disabled by "disableAllHooks"';
    expect(loaded.diagnostics.filter((each) => each.message === message)).toHaveLength(disableAllHooks ? 1 : 0);
  });

  it('may give a service headers, which are texts', async () => {
    const load = async (headers: unknown) => {
      const handler = { type: 'http', url: 'http://127.0.0.1:1/', ...(headers !== undefined && { headers }) };
      const project = new ClaudeProject();
      const file = project.put('settings.json', { hooks: { PreToolUse: [{ hooks: [handler] }] } });
      const { hooks: loaded, diagnostics } = await loadHooks(file, { workspace: project.workspace });
      return [loaded.length, diagnostics.some(({ message }) => message.includes('its headers are not strings'))];
    };
    expect(await load(undefined)).toEqual([1, false]);
    expect(await load({ 'x-key': 'k' })).toEqual([1, false]);
    const read = (handler: object) =>
      parseClaudeSettings({ hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: 'http://a', ...handler }] }] } }, 'f');
    expect(read({ headers: { 'x-key': 'k' } }).handlers).toMatchObject([{ headers: { 'x-key': 'k' } }]);
    expect(read({}).handlers[0]).not.toHaveProperty('headers');
    for (const bad of [{ 'x-key': 1 }, ['k'], 'k', null]) expect((await load(bad))[1], JSON.stringify(bad)).toBe(true);
  });
});

describe('explainHooks', () => {
  it('lists what would run for a tool and what would not, and why', async () => {
    const handler = { type: 'command', command: 'check' };
    const project = new ClaudeProject().group(
      'PreToolUse',
      { matcher: 'Edit|Write', hooks: [handler, { ...handler, if: 'Edit(*.ts)' }] },
      { hooks: [handler] },
      { matcher: 'Bash', hooks: [{ ...handler, command: 'other' }] },
    );
    const explained = explainHooks(await project.load(), tool('delete_file'));
    expect(explained.map(({ action, runs, why }) => [action, runs, why])).toEqual([
      ['check', true, 'its matcher "Edit|Write" matches delete_file, which is Edit there'],
      ['check', true, 'its matcher "Edit|Write" matches delete_file, which is Edit there, if Edit(*.ts)'],
      ['check', false, 'the same handler is already there and runs once'],
      ['other', false, 'its matcher "Bash" does not match delete_file'],
    ]);
    expect(explained[0]).toMatchObject({ type: 'PreToolUse', timeoutMs: 600_000, onFailure: 'continue' });
  });

  it('names the pattern of a configured hook', () => {
    const made = hooks([
      { name: 'x', type: 'PreToolUse', toolPatterns: ['a', '@writesFiles'], url: 'http://localhost:1/check?key=1' },
    ]);
    expect(explainHooks(made, tool('delete_file'))).toMatchObject([
      {
        hook: 'x',
        runs: true,
        why: 'its pattern "@writesFiles" matches delete_file',
        onFailure: 'block',
        action: 'POST http://localhost:1/check',
        source: 'configuration',
      },
    ]);
  });
});
