import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeDialect } from '../../src/dialects/claude-dialect.ts';
import { nativeDialect } from '../../src/dialects/native-dialect.ts';
import type { HookCall } from '../../src/run/hook-call.ts';
import type { HookType } from '../../src/index.ts';

const tool = defineTool({ name: 'constructor', parameters: Type.Object({}), execute: async () => ok(1) });

const callOf = (type: HookType): HookCall => ({
  tool,
  taskId: 't',
  owner: { principalId: '', taskId: 't' },
  callId: 'c',
  cwd: '/tmp',
  mode: 'act',
  workspaceRoots: ['/tmp'],
  event: { type, parameters: {}, ...(type !== 'PreToolUse' && { outcome: { ok: true, value: 1 } as const }) },
});

const types = fc.constantFrom<HookType>('PreToolUse', 'PostToolUse', 'OnError');
const exits = fc.constantFrom(0, 1, 2, 3, 126, 127, 255);
const field = fc.constantFrom(
  'cancel',
  'decision',
  'continue',
  'hookSpecificOutput',
  'modifiedParams',
  '__proto__',
  'reason',
);
const answers = fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.constantFrom('deny', 'allow', true, false)));
const outputs = fc.oneof(
  fc.string({ unit: 'binary' }),
  answers.map((value) => JSON.stringify(value)),
  fc.tuple(answers, fc.string()).map(([value, more]) => JSON.stringify(value) + more),
);
const dialects = [
  ['native', nativeDialect],
  ['claude', claudeDialect({ projectDir: '/tmp' })],
] as const;

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}

describe.each(dialects)('the %s dialect', (name, dialect) => {
  it('reads whatever a program prints without throwing, and understands only whole answers', () => {
    const reads = fc.property(types, exits, outputs, fc.string(), (type, exitCode, stdout, stderr) => {
      const outcome = dialect.read({ kind: 'exited', exitCode, stdout, stderr }, callOf(type));
      if (type === 'PreToolUse' && exitCode === 2) return outcome.decision === 'deny';
      if (name === 'native' && exitCode !== 0 && exitCode !== 2) return outcome.failure !== undefined;
      return outcome.decision === undefined || isJson(stdout);
    });
    expect(fc.check(reads, { numRuns: 2000 })).toMatchObject({ failed: false });
  });

  it.each([
    ['{ "decision": "block", "reason": "x", "decision": "approve" }'],
    ['{ "decision": "block", "reason": "x", "\\u0064ecision": "approve" }'],
    ['{ "hookSpecificOutput": { "permissionDecision": "deny", "permissionDecision": "allow" } }'],
    ['{ "hookSpecificOutput": { "permissionDecision": "deny" }, "hookSpecificOutput": {} }'],
    ['{ "hookSpecificOutput": { "updatedInput": { "a": { "__proto__": 1 } } } }'],
  ])('takes no word of an answer that text of others may have got into: %s', (stdout) => {
    const outcome = dialect.read({ kind: 'exited', exitCode: 0, stdout, stderr: '' }, callOf('PreToolUse'));
    expect(outcome).toEqual({ failure: expect.any(String), ...(name === 'claude' && { blocks: true }) });
  });

  it('reads an answer whose parameters repeat a name elsewhere', () => {
    const stdout = '{ "reason": "a:{", "decision": "block", "modifiedParams": { "reason": { "reason": "decision" } } }';
    const outcome = dialect.read({ kind: 'exited', exitCode: 0, stdout, stderr: '' }, callOf('PreToolUse'));
    expect(outcome).toMatchObject({ decision: 'deny', reason: 'a:{' });
  });

  it('gives inputs that are JSON, for tools of any name', () => {
    for (const type of ['PreToolUse', 'PostToolUse', 'OnError'] as const) {
      const [input] = dialect.inputs(callOf(type));
      expect(JSON.stringify(input)).toContain('constructor');
    }
  });
});

describe('the native dialect', () => {
  it.each(['checking\n  { "cancel": true }', 'checking\n\t{"cancel":true}\ndone', '[{ "cancel": true }]'])(
    'takes an answer among other text for a failure, not for text: %j',
    (stdout) => {
      const outcome = nativeDialect.read({ kind: 'exited', exitCode: 0, stdout, stderr: '' }, callOf('PreToolUse'));
      expect(outcome).toEqual({ failure: expect.stringContaining('an answer and other text') });
    },
  );
});

it('a hook of Claude Code is told the principal, where there is one', () => {
  const dialect = claudeDialect({ projectDir: '/tmp' });
  const principal = { id: 'ann' };
  expect(dialect.inputs({ ...callOf('PreToolUse'), principal })).toMatchObject([{ session_id: 't', principal }]);
  expect(dialect.inputs(callOf('PreToolUse'))[0]).not.toHaveProperty('principal');
});

describe('the failure of a program', () => {
  const native = (exitCode: number, stdout: string, stderr: string) =>
    nativeDialect.read({ kind: 'exited', exitCode, stdout, stderr }, callOf('PreToolUse'));

  it('says with which code it ended, what that means and what it printed', () => {
    expect(native(127, '', '')).toEqual({ failure: 'it ended with exit code 127 (no such program)' });
    expect(native(126, 'out', '')).toEqual({ failure: 'it ended with exit code 126 (not executable): out' });
    expect(native(1, 'out', ' err ')).toEqual({ failure: 'it ended with exit code 1: err' });
    expect(native(2, '', '')).toEqual({ decision: 'deny', reason: 'It gave no reason.' });
  });

  it('says why what it printed is no answer', () => {
    expect(native(0, '{"a": x}', '').failure).toMatch(/it did not print one JSON value: Unexpected token 'x'/);
  });
});

describe('an answer about another event', () => {
  it('counts where it stops the work, and not where it goes on', () => {
    const read = (answer: object) => nativeDialect.read({ kind: 'value', value: answer }, callOf('PreToolUse'));
    const hookSpecificOutput = { hookEventName: 'PostToolUse' };
    expect(read({ continue: false, stopReason: 'enough', hookSpecificOutput })).toMatchObject({ stop: 'enough' });
    expect(read({ continue: true, hookSpecificOutput })).toMatchObject({
      failure: expect.stringContaining('about another event'),
    });
  });
});
