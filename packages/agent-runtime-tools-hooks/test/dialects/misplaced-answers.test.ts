import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { claudeDialect } from '../../src/dialects/claude-dialect.ts';
import { nativeDialect } from '../../src/dialects/native-dialect.ts';
import { parseClaudeSettings } from '../../src/claude/parse-claude-settings.ts';
import { hooks } from '../../src/index.ts';
import type { HookCall } from '../../src/run/hook-call.ts';
import { noteTools } from '../note-tool.ts';

const tool = defineTool({ name: 'note', parameters: Type.Object({}), execute: async () => ok(1) });
const call: HookCall = {
  tool,
  taskId: 't',
  owner: { principalId: '', taskId: 't' },
  callId: 'c',
  cwd: '/tmp',
  mode: 'act',
  workspaceRoots: ['/tmp'],
  event: { type: 'PreToolUse', parameters: {} },
};

const dialects = [
  ['native', nativeDialect],
  ['claude', claudeDialect({ projectDir: '/tmp' })],
] as const;

describe.each(dialects)('a hook that answers in the %s form', (_name, dialect) => {
  const read = (stdout: string) => dialect.read({ kind: 'exited', exitCode: 0, stdout, stderr: '' }, call);

  it.each([
    { hookSpecificOutput: { hookEventName: 'PreToolUse', decision: 'deny' } },
    { hookSpecificOutput: { cancel: true } },
    { hookSpecificOutput: { continue: false } },
    { permissionDecision: 'deny', reason: 'why' },
    { reason: 'why', hookSpecificOutput: { decision: 'block', additionalContext: 'x' } },
    { systemMessage: 'x', updatedInput: { path: 'b' } },
  ])('has failed where its word is in the wrong place: %j', (answer) => {
    expect(read(JSON.stringify(answer)).failure).toMatch(/(?:inside|outside of) hookSpecificOutput/);
  });

  it('is still understood where it says no in the right place as well', () => {
    const both = { permissionDecision: 'allow', hookSpecificOutput: { permissionDecision: 'deny' } };
    expect(read(JSON.stringify(both))).toMatchObject({ decision: 'deny' });
    expect(read(JSON.stringify({ decision: 'block', hookSpecificOutput: { decision: 'approve' } }))).toMatchObject({
      decision: 'deny',
    });
  });

  it('is understood behind the colours of a terminal', () => {
    for (const before of ['\u001B[0m', '\u001B[1;31m', '\u001B]0;title\u0007', '\uFEFF\u001B[?25l'])
      expect(read(`${before}{"decision":"block","reason":"no"}\u001B[0m\n`)).toMatchObject({
        decision: 'deny',
        reason: 'no',
      });
  });
});

it('a native hook that prints a coloured answer behind other text has failed', () => {
  const stdout = 'checking\n\u001B[32m{"cancel":true}\u001B[0m\n';
  expect(nativeDialect.read({ kind: 'exited', exitCode: 0, stdout, stderr: '' }, call).failure).toContain('other text');
});

it('a function that returns its answer as text is read like a program that prints it', async () => {
  const run = (text: string) =>
    noteTools()
      .use(hooks([{ name: 'f', type: 'PreToolUse', toolPatterns: ['*'], run: () => text }]))
      .execute('note', { text: 'a' });
  expect(await run('{"cancel":true,"errorMessage":"no"}')).toMatchObject({ error: { code: 'HOOK_BLOCKED' } });
  expect(await run('{"cancel":tru')).toMatchObject({ error: { code: 'HOOK_BLOCKED' } });
  expect((await run('all fine')).metadata.contextModifications).toEqual(['all fine']);
});

it('parameters that a hook rewrote badly are called its fault, not the caller’s', async () => {
  const rewrite = () => ({ modifiedParams: { nope: 1 } });
  const tools = noteTools().use(hooks([{ name: 'rewriter', type: 'PreToolUse', toolPatterns: ['*'], run: rewrite }]));
  const result = await tools.execute('note', { text: 'a' });
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION_ERROR', details: { hook: 'rewriter', faults: expect.any(Array) } },
  });
  const [part] = tools.toModelOutput(result);
  expect(part).toMatchObject({ text: expect.stringContaining('Hook "rewriter" rewrote the parameters') });
  expect(part).toMatchObject({ text: expect.stringContaining('The arguments were not at fault') });
});

describe('a guard in a settings file', () => {
  const parse = (group: object, handler: object = {}) =>
    parseClaudeSettings(
      { hooks: { PreToolUse: [{ ...group, hooks: [{ command: 'true', ...handler }] }] } },
      'settings.json',
    );

  it.each(['5', 0, -1, null, []])('is kept with the usual time where its timeout is %j', (timeout) => {
    const { handlers, diagnostics } = parse({}, { timeout });
    expect(handlers).toMatchObject([{ timeoutMs: 600_000 }]);
    expect(diagnostics).toMatchObject([{ kind: 'ignored', where: 'hooks.PreToolUse[0].hooks[0].timeout' }]);
  });

  it('is kept for every tool where its matcher is no text, and without a condition that is invalid', () => {
    expect(parse({ matcher: ['Write'] })).toMatchObject({
      handlers: [{ matcher: undefined }],
      diagnostics: [{ kind: 'problem', where: 'hooks.PreToolUse[0].matcher' }],
    });
    const { handlers, diagnostics } = parse({ matcher: 'Write' }, { if: ['Write(*.md)'] });
    expect(handlers[0]).not.toHaveProperty('condition');
    expect(diagnostics).toMatchObject([{ kind: 'ignored', where: 'hooks.PreToolUse[0].hooks[0].if' }]);
  });

  it('is the only kind of hook that is kept without a matcher: others would run for the wrong tools', () => {
    const settings = { hooks: { PostToolUse: [{ matcher: 5, hooks: [{ command: 'true' }] }] } };
    expect(parseClaudeSettings(settings, 'settings.json').handlers).toEqual([]);
  });
});
