import { describe, expect, it } from 'vitest';
import { AutoApprover, loadPolicies } from '../../src/index.ts';

const SETTINGS = {
  $schema: 'https://json.schemastore.org/claude-code-settings.json',
  model: 'opus',
  env: { A: '1' },
  hooks: { PreToolUse: [] },
  statusLine: { type: 'command', command: 'x' },
  includeCoAuthoredBy: false,
  enabledPlugins: {},
  minimumVersion: '1',
  permissions: {
    allow: ['Bash(npm run test:*)', 'Read(src/**)', 'ExitPlanMode', 'Skill(deploy)', 'mcp__github'],
    ask: ['Bash(git push *)', 'Task(Explore)'],
    deny: ['Read(./.env)', 'WebFetch(domain:example.com)', 'Skill(publish)', 'KillShell'],
    additionalDirectories: ['../docs'],
    defaultMode: 'bypassPermissions',
    disableAutoMode: 'disable',
  },
};

async function decided(tool: string, params: object, settings: object = SETTINGS): Promise<string> {
  const approver = new AutoApprover({ ...loadPolicies(settings), workspace: '/ws' });
  return (await approver.shouldAutoApprove(tool, params, { cwd: '/ws' })).decision;
}

describe('a settings file of Claude Code', () => {
  it('loads as it is, and says what does not count', () => {
    const { permissions, notices } = loadPolicies(SETTINGS, { source: 'settings.json' });
    expect(permissions).toEqual({
      allow: ['Bash(npm run test:*)', 'Read(src/**)', 'ExitPlanMode', 'mcp__github'],
      ask: ['Bash(git push *)', 'Task'],
      deny: ['Read(./.env)', 'WebFetch(domain:example.com)', 'Skill', 'KillShell'],
      additionalDirectories: ['../docs'],
    });
    expect(notices).toEqual([
      'settings.json: model, env, hooks, statusLine, includeCoAuthoredBy, enabledPlugins, minimumVersion are ignored; only permissions are read.',
      'settings.json.permissions: disableAutoMode is ignored; only permissions are read.',
      'settings.json.permissions.allow[2] is about ExitPlanMode, which is not known here: it counts for a tool of that name.',
      expect.stringMatching(/^settings\.json\.permissions\.allow\[3\] allows nothing: "Skill\(deploy\)"/),
      expect.stringMatching(/^settings\.json\.permissions\.ask\[1\] counts for Task with any arguments: /),
      expect.stringMatching(/^settings\.json\.permissions\.deny\[2\] counts for Skill with any arguments: /),
      'settings.json.permissions.deny[3] is about KillShell, which is not known here: it counts for a tool of that name.',
      'settings.json.permissions.defaultMode is ignored: only the host sets how approval works.',
    ]);
  });

  it('decides by its rules, and more strictly where a tool is not known', async () => {
    expect(await decided('bash', { command: 'npm run test' })).toBe('approve');
    expect(await decided('bash', { command: 'git push origin' })).toBe('ask');
    expect(await decided('web_fetch', { url: 'https://example.com' })).toBe('deny');
    expect(await decided('Skill', { name: 'publish' })).toBe('deny');
    expect(await decided('Skill', { name: 'deploy' })).toBe('deny');
    expect(await decided('ExitPlanMode', {})).toBe('approve');
    expect(await decided('KillShell', {})).toBe('deny');
  });

  it('does not count its mode', async () => {
    expect(await decided('bash', { command: 'make' })).toBe('ask');
  });

  it('takes a name for a misspelled one only where it is about as long', () => {
    expect(() => loadPolicies({ permissions: { denyMe: [] } })).toThrow('did you mean deny');
    expect(loadPolicies({ permissions: { denyAll: [] } }, { source: 'a.json' }).notices).toEqual([
      'a.json.permissions: denyAll is ignored; only permissions are read.',
    ]);
  });

  it.each([
    [{ permissions: {}, polices: [] }, 'did you mean policies'],
    [{ permissions: { alow: ['Bash'] } }, 'did you mean allow'],
    [{ permissions: { denny: ['Bash'] } }, 'did you mean deny'],
    [{ permissions: { deny: ['Bash('] } }, 'not a permission rule'],
    [{ permissions: { deny: ['Bash()'] } }, 'names nothing'],
    [{ permissions: { allow: ['Read()'] } }, 'names nothing'],
    [{ permissions: { allow: ['WebFetch(x)'] } }, 'domain:'],
    [{ permissions: { deny: 'Bash' } }, 'must be a list'],
    [{ permissions: [] }, 'must be an object'],
    [{ permissions: { deny: [1] } }, 'must be a string'],
    [{ permissions: {}, policies: [], model: 'x' }, 'unknown entry "model"'],
    [{ permissions: {}, version: 1, model: 'x' }, 'unknown entry "model"'],
    [{ permissions: { deny: ['Skill(x)'] }, policies: [] }, 'Skill'],
  ])('is still refused where a rule of it would get lost: %j', (document, message) => {
    expect(() => loadPolicies(document)).toThrow(message);
  });
});
