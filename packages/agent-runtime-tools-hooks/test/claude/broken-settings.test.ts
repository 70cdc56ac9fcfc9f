import { describe, expect, it } from 'vitest';
import { loadHooks } from '../../src/index.ts';
import { ClaudeProject } from './claude-project.ts';
import { answer, before, write } from './conformance.ts';

const GUARD = '{"hooks":[{"command":"exit 2"}]}';

const BROKEN: readonly [what: string, content: string, message: string][] = [
  ['is no JSON', `{"hooks":{"PreToolUse":[${GUARD}],}}`, 'it is not JSON'],
  ['has its hooks twice', `{"hooks":{"PreToolUse":[${GUARD}]},"hooks":{}}`, 'the key "hooks" appears twice'],
  ['has an event twice', `{"hooks":{"PreToolUse":[${GUARD}],"PreToolUse":[]}}`, '"PreToolUse" appears twice'],
  ['has a key twice, once escaped', `{"hooks":{"PreToolUse":[${GUARD}]},"h\\u006foks":{}}`, '"hooks" appears twice'],
  ['has a matcher twice', `{"hooks":{"PreToolUse":[{"matcher":"*","matcher":"X","hooks":[]}]}}`, 'appears twice'],
  ['has a guard without a command', '{"hooks":{"PreToolUse":[{"hooks":[{"command":["exit 2"]}]}]}}', 'has no command'],
  ['has a guard that is a text', '{"hooks":{"PreToolUse":[{"hooks":["exit 2"]}]}}', 'is not an object'],
  ['has a guard that is null', '{"hooks":{"PreToolUse":[{"hooks":[null]}]}}', 'is not an object'],
  ['has a guard with a blank command', '{"hooks":{"PreToolUse":[{"hooks":[{"command":" "}]}]}}', 'has no command'],
  ['has a service without a URL', '{"hooks":{"PreToolUse":[{"hooks":[{"type":"http"}]}]}}', 'has no url'],
  ['has a group that is null', '{"hooks":{"PreToolUse":[null]}}', 'has no list of hooks'],
  ['has a group without hooks', '{"hooks":{"PreToolUse":[{"matcher":"*"}]}}', 'has no list of hooks'],
  ['has a list in place of its events', '{"hooks":[]}', 'is not an object of events'],
  ['has no list of guards', '{"hooks":{"PreToolUse":{"hooks":[]}}}', 'is not a list'],
  ['is no object', '[]', 'not an object'],
];

describe.for(BROKEN)('a settings file that %s', ([, content, message]) => {
  it('is a problem that is told', async () => {
    const project = new ClaudeProject();
    project.put('home/.claude/settings.json', content);
    expect((await project.load()).diagnostics).toMatchObject([
      { kind: 'problem', message: expect.stringContaining(message) },
    ]);
  });

  it('lets nothing past where hooks fail closed: it may have held a guard', async () => {
    for (const file of ['home/.claude/settings.json', 'managed-settings.json']) {
      const project = new ClaudeProject();
      project.put(file, content);
      const { result, ran } = await write(project, { failClosed: true });
      expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED' } });
      expect(result.ok || result.error.message).toContain(message);
      expect(ran).toEqual([]);
    }
  });

  it('of a project switches off nothing but itself, and blocks nothing', async () => {
    const project = new ClaudeProject();
    project.put('ws/.claude/settings.json', content);
    expect((await write(project, { failClosed: true })).result).toMatchObject({ ok: true });
  });
});

describe('a list of hooks with a key that appears twice', () => {
  it('is refused with its line', async () => {
    const project = new ClaudeProject();
    const file = project.put('hooks.json', '[{"name":"a",\n"command":"true",\n"command":"evil"}]');
    await expect(loadHooks(file, { workspace: project.workspace })).rejects.toMatchObject({
      message: expect.stringContaining(`${file}:3: the key "command" appears twice`),
    });
  });
});

describe('an answer about another event', () => {
  const about = (fields: object): string => answer({ hookSpecificOutput: { hookEventName: 'PostToolUse', ...fields } });

  it('approves and rewrites nothing', async () => {
    for (const fields of [{ permissionDecision: 'allow' }, { updatedInput: { file_path: 'b', content: 'y' } }]) {
      const open = await write(before(about(fields)));
      expect(open.ran).toEqual([{ path: 'a.txt', content: 'x' }]);
      expect(open.result.metadata.warnings).toEqual([expect.stringContaining('about another event')]);
      expect((await write(before(about(fields)), { failClosed: true })).ran).toEqual([]);
    }
  });

  it('still denies', async () => {
    expect((await write(before(about({ permissionDecision: 'deny' })))).ran).toEqual([]);
    expect((await write(before(about({ permissionDecision: 'ask' })))).ran).toEqual([]);
  });
});
