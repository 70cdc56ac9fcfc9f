import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { claudeDialect } from '../../src/dialects/claude-dialect.ts';
import { nativeDialect, nativeInput } from '../../src/dialects/native-dialect.ts';
import type { HookType } from '../../src/index.ts';
import type { CallOutcome, HookCall } from '../../src/run/hook-call.ts';

const tool = defineTool({ name: 'note', parameters: Type.Object({}), execute: async () => ok(1) });
const DONE: CallOutcome = { ok: true, value: 7 };
const FAILED: CallOutcome = {
  ok: false,
  error: { code: 'E_X', kind: 'user_error', message: 'no', retryable: false, suggestion: 'try b' },
};
const callOf = (type: HookType, outcome?: CallOutcome, parameters: unknown = { a: 1 }): HookCall => ({
  tool,
  taskId: 't',
  owner: { principalId: '', taskId: 't' },
  callId: 'c',
  cwd: '/tmp',
  mode: 'act',
  workspaceRoots: ['/tmp'],
  event: { type, parameters, durationMs: 2.6, ...(outcome !== undefined && { outcome }) },
});
const claude = claudeDialect({ projectDir: '/p' });
const exited = (exitCode: number, stdout = '', stderr = '') => ({ kind: 'exited', exitCode, stdout, stderr }) as const;

describe('A native hook', () => {
  it('is told what the call was, and how it went', () => {
    const subject = { toolName: 'note', parameters: { a: 1 } };
    const common = { taskId: 't', callId: 'c', cwd: '/tmp', workspaceRoots: ['/tmp'] };
    const error = { code: 'E_X', kind: 'user_error', message: 'no', suggestion: 'try b', stack: 'E_X: no' };
    const told = (...given: Parameters<typeof callOf>) => {
      const { timestamp, ...rest } = nativeInput(callOf(...given));
      expect(Number(timestamp)).toBeGreaterThan(0);
      return rest;
    };
    expect(told('PreToolUse', DONE)).toEqual({ hookName: 'PreToolUse', ...common, preToolUse: subject });
    expect(told('PostToolUse')).toEqual({ hookName: 'PostToolUse', ...common, preToolUse: subject });
    expect(told('PostToolUse', DONE)).toEqual({
      hookName: 'PostToolUse',
      ...common,
      postToolUse: { ...subject, result: 7, success: true, executionTimeMs: 2.6 },
    });
    expect(told('PostToolUse', FAILED)).toMatchObject({ postToolUse: { result: error, success: false } });
    expect(told('OnError', FAILED)).toMatchObject({ onError: { ...subject, error, executionTimeMs: 2.6 } });
    expect(told('OnError', DONE)).toMatchObject({ onError: { error: { code: '', message: '', stack: '' } } });
  });

  it.each([
    ['PreToolUse', exited(2, 'out', 'err'), { decision: 'deny', reason: 'err' }],
    ['PreToolUse', exited(2, 'out'), { decision: 'deny', reason: 'out' }],
    ['PostToolUse', exited(2, '', 'err'), { context: 'err' }],
    ['PostToolUse', exited(2), {}],
    ['PostToolUse', exited(3, '', 'err'), { failure: 'it ended with exit code 3: err' }],
    ['PreToolUse', exited(0, 'text'), { context: 'text' }],
    ['PreToolUse', exited(0, ' \n'), {}],
    ['PreToolUse', exited(0, '{"cancel":true}'), { decision: 'deny', reason: 'It gave no reason.' }],
    ['PostToolUse', { kind: 'value', value: undefined }, {}],
    ['PostToolUse', { kind: 'value', value: null }, {}],
    ['PostToolUse', { kind: 'value', value: 5 }, { failure: 'it returned something that is not an answer' }],
    ['PostToolUse', { kind: 'value', value: [] }, { failure: 'it returned something that is not an answer' }],
    ['PostToolUse', { kind: 'value', value: {} }, {}],
    ['PostToolUse', { kind: 'value', value: { a: 1, b: 2 } }, { failure: 'its answer has no known field: a, b' }],
    ['PostToolUse', { kind: 'value', value: { a: 1, reason: 'r' } }, { reason: 'r' }],
    ['PostToolUse', { kind: 'text', text: 'text' }, { context: 'text' }],
    ['PostToolUse', { kind: 'failed', why: 'it burst' }, { failure: 'it burst' }],
    ['PostToolUse', { kind: 'cancelled' }, { cancelled: true }],
  ] as const)('at %s with %j is read as %j', (type, reply, outcome) => {
    expect(nativeDialect.read(reply, callOf(type, type === 'PreToolUse' ? undefined : DONE))).toEqual(outcome);
  });

  it('has failed where it prints an answer among other text, within the first 50 places', () => {
    const read = (text: string) => nativeDialect.read(exited(0, text), callOf('PreToolUse'));
    const brackets = (count: number) => `x\n${'[x\n'.repeat(count)}`;
    expect(read(`${brackets(49)}{"cancel":true}`)).toHaveProperty('failure');
    expect(read(`${brackets(50)}{"cancel":true}`)).toHaveProperty('context');
    expect(read('x\n{"other":1}')).toHaveProperty('context');
    expect(read('x {"cancel":true}')).toHaveProperty('context');
  });
});

describe('A hook of Claude Code', () => {
  it('is told what the call was, and how it went', () => {
    const common = {
      session_id: 't',
      transcript_path: '',
      cwd: '/tmp',
      permission_mode: 'default',
      tool_name: 'note',
      tool_input: { a: 1 },
      tool_use_id: 'c',
    };
    expect(claude.inputs(callOf('PreToolUse'))).toEqual([{ ...common, hook_event_name: 'PreToolUse' }]);
    expect(claude.inputs(callOf('PostToolUse', DONE))).toEqual([
      { ...common, hook_event_name: 'PostToolUse', tool_response: 7, duration_ms: 3 },
    ]);
    const failure = { hook_event_name: 'PostToolUseFailure', error: 'E_X: no', is_interrupt: false, duration_ms: 3 };
    expect(claude.inputs(callOf('OnError', FAILED))).toEqual([{ ...common, ...failure }]);
    const cancelled: CallOutcome = { ok: false, error: { ...FAILED.error, code: 'CANCELLED' } };
    expect(claude.inputs(callOf('OnError', cancelled))).toMatchObject([{ is_interrupt: true }]);
    expect(claude.inputs({ ...callOf('PreToolUse'), mode: 'plan' })).toMatchObject([{ permission_mode: 'plan' }]);
    expect(claude.env?.(callOf('PreToolUse'))).toEqual({ CLAUDE_PROJECT_DIR: '/p' });
  });

  it.each([
    ['PreToolUse', exited(2, 'out', 'err'), { decision: 'deny', reason: 'err' }],
    ['PreToolUse', exited(2, 'out'), { decision: 'deny', reason: 'It gave no reason.' }],
    ['PostToolUse', exited(2, 'out', 'err'), { context: 'err' }],
    ['PostToolUse', exited(2, 'out'), {}],
    ['PreToolUse', exited(1, '', 'err'), { failure: 'it ended with exit code 1: err' }],
    ['PreToolUse', exited(1, 'out'), { failure: 'it ended with exit code 1' }],
    ['PreToolUse', exited(1, '{"decision":"ask"}'), { decision: 'ask', notice: 'it ended with exit code 1' }],
    ['PreToolUse', exited(1, '{"decision":'), { failure: 'it ended with exit code 1' }],
    ['PreToolUse', exited(1, '{"a":1,"a":2}'), { failure: 'its answer has "a" twice', blocks: true }],
    ['PreToolUse', exited(0, '{"a":1,"a":2}'), { failure: 'its answer has "a" twice', blocks: true }],
    ['PreToolUse', exited(0, '{"a":{"b":1,"b":2}}'), { failure: 'its answer has "b" twice', blocks: true }],
    ['PreToolUse', exited(0, '{"a":{"b":{"c":1,"c":2}}}'), {}],
    ['PreToolUse', exited(0, 'text'), { notice: 'text' }],
    ['PreToolUse', exited(0), {}],
    ['PreToolUse', { kind: 'value', value: { decision: 'ask' } }, { decision: 'ask' }],
    ['PreToolUse', { kind: 'value', value: 5 }, {}],
    ['PreToolUse', { kind: 'text', text: 'text' }, { notice: 'text' }],
    ['PreToolUse', { kind: 'failed', why: 'it burst' }, { failure: 'it burst' }],
    ['PreToolUse', { kind: 'cancelled' }, { cancelled: true }],
  ] as const)('at %s with %j is read as %j', (type, reply, outcome) => {
    expect(claude.read(reply, callOf(type, type === 'PreToolUse' ? undefined : DONE))).toEqual(outcome);
  });

  it('cannot rewrite the input of a call that touches several files', () => {
    const reply = exited(0, '{"hookSpecificOutput":{"updatedInput":{"file_path":"/x"}},"systemMessage":"m"}');
    const editor = { ...tool, name: 'read_file' };
    const several = { ...callOf('PreToolUse', undefined, { paths: ['a', 'b'] }), tool: editor };
    expect(claude.read(reply, several)).toEqual({
      notice: 'm',
      failure: 'it rewrote the input of a call that touches several files',
    });
    const one = { ...callOf('PreToolUse', undefined, { path: 'a' }), tool: editor };
    expect(claude.read(reply, one)).toEqual({ notice: 'm', params: { value: { path: '/x' } } });
  });
});
