import { describe, expect, it } from 'vitest';
import { hasKnownField, readAnswer } from '../../src/dialects/read-answer.ts';

const before = (answer: object) => readAnswer({ ...answer }, 'PreToolUse');
const after = (answer: object) => readAnswer({ ...answer }, 'PostToolUse');
const specific = (fields: object) => ({ hookSpecificOutput: fields });

describe('the answer of a hook', () => {
  it.each([
    ['allow', 'allow'],
    ['approve', 'allow'],
    ['ask', 'ask'],
    ['defer', 'defer'],
    ['deny', 'deny'],
    ['block', 'deny'],
  ])('with the decision %s is read as %s', (decision, read) => {
    expect(before({ decision, reason: 'why' })).toEqual({ decision: read, reason: 'why' });
  });

  it.each(['allow', 'ask', 'defer', 'deny'])('with the permission decision %s is read before the call', (word) => {
    expect(before(specific({ permissionDecision: word, permissionDecisionReason: 'why' }))).toEqual({
      decision: word,
      reason: 'why',
    });
    expect(after(specific({ permissionDecision: word })).decision).toBeUndefined();
  });

  it('has a reason of its own where it denies without one, and none where it allows', () => {
    expect(before({ decision: 'deny' })).toEqual({ decision: 'deny', reason: expect.stringMatching(/./) });
    expect(before({ decision: 'allow' })).toEqual({ decision: 'allow' });
    expect(before({ decision: 'ask' })).toEqual({ decision: 'ask' });
  });

  it.each([
    { cancel: 'true' },
    { wasCancelled: 1 },
    { contextModification: 5 },
    { errorMessage: {} },
    { modifiedParams: [] },
    { decision: 'maybe' },
    { decision: 'constructor' },
    { decision: 5 },
    { reason: false },
    { continue: 'false' },
    { stopReason: 1 },
    { systemMessage: 1 },
    { hookSpecificOutput: 'x' },
    { hookSpecificOutput: [] },
    specific({ permissionDecision: 'approve' }),
    specific({ permissionDecision: 5 }),
    specific({ permissionDecisionReason: 5 }),
    specific({ updatedInput: 'x' }),
    specific({ additionalContext: 5 }),
  ])('%j is a failure, because a field has an invalid value', (answer) => {
    expect(before(answer)).toEqual({ failure: expect.stringMatching(/invalid|not an object/) });
  });

  it.each([
    { cancel: null, decision: null, reason: null, hookSpecificOutput: null },
    { suppressOutput: 'x' },
    { updatedOutput: 5 },
    { other: 1 },
  ])('%j decides nothing', (answer) => {
    expect(before(answer)).toEqual({});
  });

  it('that cancels denies, stops the turn after a call, and says whether a person cancelled', () => {
    expect(before({ cancel: true, errorMessage: 'no' })).toEqual({ decision: 'deny', reason: 'no' });
    expect(after({ cancel: true, errorMessage: 'no' })).toEqual({ decision: 'deny', reason: 'no', stop: 'no' });
    expect(before({ cancel: true, wasCancelled: true, reason: 'no' })).toEqual({
      decision: 'deny',
      reason: 'no',
      byPerson: true,
    });
    expect(before({ cancel: false, wasCancelled: true })).toEqual({});
  });

  it('replaces parameters before the call and output after it', () => {
    const answer = { modifiedParams: { a: 1 }, updatedOutput: 'x' };
    expect(before(answer)).toEqual({ params: { value: { a: 1 } } });
    expect(after(answer)).toEqual({ output: { value: 'x' } });
    expect(after(specific({ updatedToolOutput: 'y' }))).toEqual({ output: { value: 'y' } });
    expect(before(specific({ updatedInput: { b: 1 } }))).toEqual({ params: { value: { b: 1 } } });
  });

  it('adds both kinds of context, and none that is empty', () => {
    expect(before({ contextModification: 'a', ...specific({ additionalContext: 'b' }) })).toEqual({ context: 'a\nb' });
    expect(before({ contextModification: '', systemMessage: '' })).toEqual({});
    expect(before({ systemMessage: 'm' })).toEqual({ notice: 'm' });
  });

  it('stops the turn only with "continue": false', () => {
    expect(before({ continue: false })).toEqual({ stop: 'The hook gave no reason.' });
    expect(before({ continue: true, stopReason: 'x' })).toEqual({});
  });

  it.each([
    ['PreToolUse', 'PreToolUse', true],
    ['PreToolUse', 'PostToolUse', false],
    ['PostToolUse', 'PostToolUse', true],
    ['PostToolUse', 'PreToolUse', false],
    ['OnError', 'OnError', true],
    ['OnError', 'PostToolUseFailure', true],
    ['OnError', 'PostToolUse', false],
  ] as const)('to %s may name the event %s: %j', (type, hookEventName, isFine) => {
    const { failure } = readAnswer({ reason: 'x', ...specific({ hookEventName }) }, type);
    expect(failure === undefined).toBe(isFine);
  });

  it.each(['ask', 'defer', 'deny'])('about another event still counts where its decision is %s', (decision) => {
    expect(before({ decision, ...specific({ hookEventName: 'PostToolUse' }) })).toMatchObject({ decision });
    expect(before({ decision: 'allow', ...specific({ hookEventName: 'PostToolUse' }) }).failure).toMatch('event');
  });

  it.each(['cancel', 'decision', 'continue', 'modifiedParams'])('has failed with %s in the wrong place', (name) => {
    expect(before(specific({ [name]: 'x' })).failure).toMatch(`${name} inside`);
    expect(before(specific({ [name]: null })).failure).toBeUndefined();
  });

  it.each([
    ['permissionDecision', true],
    ['permissionDecisionReason', true],
    ['updatedInput', true],
    ['additionalContext', false],
  ])('with %s outside of hookSpecificOutput has failed: %j', (name, hasFailed) => {
    expect(before({ [name]: 'x' }).failure !== undefined).toBe(hasFailed);
    expect(before({ [name]: null }).failure).toBeUndefined();
  });

  it('is known by any field that may be in it', () => {
    for (const name of ['cancel', 'decision', 'suppressOutput', 'hookSpecificOutput'])
      expect(hasKnownField({ other: 1, [name]: 1 })).toBe(true);
    expect(hasKnownField({ other: 1 })).toBe(false);
    expect(hasKnownField({})).toBe(false);
  });
});
