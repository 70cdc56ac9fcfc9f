import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadHooks } from '../../src/index.ts';
import { ClaudeProject } from '../claude/claude-project.ts';
import { write } from '../claude/conformance.ts';

const SETTINGS = 'ws/.claude/settings.json';
const YES = { isTrusted: async () => true };

function projectWith(...commands: readonly string[]): ClaudeProject {
  const project = new ClaudeProject();
  project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ command })) }] } });
  return project;
}

describe('a workspace that nobody has trusted yet', () => {
  it('cannot fill the memory with links to one large file', async () => {
    const project = projectWith('cat many/*');
    project.put('ws/large', 'x'.repeat(2 << 20));
    mkdirSync(join(project.workspace, 'many'));
    for (let index = 0; index < 100; index++) symlinkSync('../large', join(project.workspace, 'many', `l${index}`));
    const before = process.memoryUsage().arrayBuffers;
    const { diagnostics } = await project.load({ trust: YES });
    expect(diagnostics).toMatchObject([{ kind: 'untrusted', message: expect.stringContaining('larger than') }]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 << 20);
  });

  it('cannot have one large file read once for each of its commands', async () => {
    const project = projectWith(...Array.from({ length: 400 }, (_, index) => `./large ${index}`));
    project.put('ws/large', 'x'.repeat(2 << 20));
    const before = process.memoryUsage().arrayBuffers;
    expect((await project.load({ trust: YES })).hooks).toHaveLength(400);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 << 20);
  });

  it('cannot keep us busy with wildcards or with very many commands', { timeout: 60_000 }, async () => {
    const wild = projectWith(Array.from({ length: 300 }, (_, index) => `many/*${index}`).join(' '));
    mkdirSync(join(wild.workspace, 'many'));
    for (let index = 0; index < 3000; index++) writeFileSync(join(wild.workspace, 'many', `f${index}`), '');
    expect((await wild.load({ trust: YES })).diagnostics).toMatchObject([
      { kind: 'untrusted', message: expect.stringContaining('too many names') },
    ]);
    const many = projectWith(...Array.from({ length: 501 }, () => 'true'));
    expect((await many.load({ trust: YES })).diagnostics).toMatchObject([
      { kind: 'untrusted', message: expect.stringContaining('more than 500 commands') },
    ]);
  });

  it.each(['$', '${', '$(', '`a$', '/$', '"\'', '\\'])(
    'cannot keep us busy with a command of %j alone',
    async (unit) => {
      const project = projectWith(unit.repeat(Math.floor(19_000 / unit.length)));
      const started = performance.now();
      await project.load({ trust: YES });
      expect(performance.now() - started).toBeLessThan(3000);
    },
  );

  it.each([
    ['an event', JSON.stringify({ hooks: { '\u001b]52;c;aGk=\u0007\u202e': [] } })],
    ['a type', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: '\u0085\u202e', command: 'x' }] }] } })],
    ['no JSON', '{"hooks": \u001b[31m\u009b }'],
  ])('cannot write into the terminal of whoever looks at it: %s', async (_, content) => {
    const project = new ClaudeProject();
    project.put(SETTINGS, content);
    const { diagnostics } = await project.load();
    expect(diagnostics).toHaveLength(1);
    expect(Object.values(diagnostics[0] ?? {}).join()).not.toMatch(/[\p{Cc}\u202e]/u);
    const file = project.put('ws/hooks.json', `[{ "name": "\\u001b[31m\\u202e" }]`);
    await expect(loadHooks(file, { workspace: project.workspace })).rejects.toMatchObject({
      message: expect.not.stringMatching(/[\p{Cc}\u202e]/u),
    });
  });

  it('is known by a link to it, also where a file in it leads out', async () => {
    const project = new ClaudeProject();
    const outside = project.put('downloads/hooks.json', {
      hooks: { PreToolUse: [{ hooks: [{ command: 'exit 2' }] }] },
    });
    project.link('ws/hooks.json', outside);
    project.link('link', project.workspace);
    const [workspace, file] = [join(project.base, 'link'), join(project.base, 'link', 'hooks.json')];
    const { trust } = project;
    expect((await loadHooks(file, { workspace, trust })).hooks).toEqual([]);
    expect((await loadHooks(file, { workspace: project.workspace, trust })).hooks).toEqual([]);
    expect((await project.load({ workspace, commandLine: file })).hooks).toEqual([]);
    expect((await loadHooks(outside, { workspace, trust })).hooks).toHaveLength(1);
  });
});

describe('a workspace that is trusted', () => {
  it('cannot take the time from a guard of the user by repeating it', async () => {
    const guard = 'sleep 0.3; echo guarded >&2; exit 2';
    const project = new ClaudeProject().settings('PreToolUse', { command: guard, timeout: 20 });
    project.put('managed-settings.json', { hooks: { PreToolUse: [{ hooks: [{ command: guard, timeout: 30 }] }] } });
    project.put(SETTINGS, { hooks: { PreToolUse: [{ hooks: [{ command: guard, timeout: 0.001 }] }] } });
    await project.trustAll();
    expect((await write(project)).result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
    project.put('home/.claude/settings.json', {});
    expect((await write(project)).result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
  });

  it('cannot swap a script that a hook names by a variable', async () => {
    const project = new ClaudeProject();
    const { workspace, trust } = project;
    project.put('ws/tools/check.sh', 'exit 0\n');
    const file = project.put('ws/hooks.json', [
      {
        name: 'check',
        type: 'PreToolUse',
        toolPatterns: ['*'],
        command: 'sh "$CHECK"',
        env: { CHECK: './tools/check.sh' },
      },
    ]);
    const subject = (await loadHooks(file, { workspace, trust })).diagnostics[0]?.trust;
    if (subject !== undefined) await trust.trust(subject);
    expect((await loadHooks(file, { workspace, trust })).hooks).toHaveLength(1);
    project.put('ws/tools/check.sh', 'echo swapped\n');
    expect((await loadHooks(file, { workspace, trust })).hooks).toEqual([]);
  });

  it.each(['PATH', 'BASH_ENV', 'LD_PRELOAD', 'NODE_OPTIONS', 'PYTHONSTARTUP', 'GIT_CONFIG_GLOBAL'])(
    'cannot have code loaded by the variable %s, which no digest covers',
    async (name) => {
      const project = new ClaudeProject();
      const file = project.put('ws/hooks.json', [
        { name: 'h', type: 'PreToolUse', toolPatterns: ['*'], command: 'true', env: { [name]: './evil' } },
      ]);
      await expect(loadHooks(file, { workspace: project.workspace, trust: YES })).rejects.toMatchObject({
        message: expect.stringContaining(name),
      });
    },
  );
});
