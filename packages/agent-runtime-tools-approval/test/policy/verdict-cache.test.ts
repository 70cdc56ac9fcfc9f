import { describe, expect, it } from 'vitest';
import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { PolicyEngine, type PolicyEngineOptions } from '../../src/index.ts';
import { describeCall, type CallFacts } from '../../src/calls/call-facts.ts';
import { profileOf } from '../../src/calls/tool-profile.ts';
import { pathFact } from '../../src/calls/paths/path-fact.ts';
import { VerdictCache } from '../../src/policy/verdict-cache.ts';

class CountingEngine extends PolicyEngine {
  evaluations = 0;

  override evaluate(...given: Parameters<PolicyEngine['evaluate']>): ReturnType<PolicyEngine['evaluate']> {
    this.evaluations++;
    return super.evaluate(...given);
  }
}

const ROOTS = ['/ws'];
const facts = describeCall(profileOf('write_file'), { path: 'a', content: 'x' }, { cwd: '/ws' });

/** How often the engine is asked about two calls. */
function evaluations(
  first: CallFacts,
  second: CallFacts,
  { secondRoots = ROOTS, ...options }: PolicyEngineOptions & { readonly secondRoots?: readonly string[] } = {},
): number {
  const engine = new CountingEngine(options);
  const verdicts = new VerdictCache();
  verdicts.evaluate(engine, first, { roots: ROOTS });
  verdicts.evaluate(engine, second, { roots: secondRoots });
  return engine.evaluations;
}

describe('VerdictCache', () => {
  it('asks the engine once about calls that are the same', () => {
    expect(evaluations(facts, { ...facts })).toBe(1);
    expect(evaluations(facts, { ...facts, contents: ['y'] })).toBe(1);
  });

  it.each<[string, Partial<CallFacts>]>([
    ['tool', { profile: profileOf('edit_file') }],
    ['mode', { mode: 'plan' }],
    ['folder', { cwd: '/ws/sub' }],
    ['folder of the host', { hostCwd: '/ws/sub' }],
    ['certainty about its paths', { pathsComplete: !facts.pathsComplete }],
    ['path', { paths: facts.paths.map((path) => ({ ...path })) }],
  ])('asks again about a call with another %s', (_, change) => {
    expect(evaluations(facts, { ...facts, ...change })).toBe(2);
  });

  it('asks again about a call in another workspace', () => {
    expect(evaluations(facts, facts, { secondRoots: ['/ws'] })).toBe(2);
  });

  it.each<[string, Partial<CallFacts>]>([
    ['a command', { command: analyzeCommand('ls', { cwd: '/ws' }) }],
    ['a server', { remote: { server: 'x', tool: 'y', otherNames: [], isAmbiguous: false } }],
    ['arguments that cannot be read', { unreadable: 'no object' }],
    ['an address', { urls: ['https://example.com/'] }],
    ['a variable that matters', { environmentConcerns: ['it sets PATH'] }],
    ['a second path', { paths: [...facts.paths, pathFact({ path: 'b', access: 'write' }, '/ws', 'argument')] }],
    ['no path', { paths: [] }],
  ])('asks every time about a call with %s', (_, more) => {
    const call = { ...facts, ...more };
    expect(evaluations(call, call)).toBe(2);
  });

  it('asks every time about contents where a rule is about them', () => {
    const conditions = [{ type: 'content', operator: 'contains', value: 'secret' } as const];
    const denying = (tool: string): PolicyEngineOptions => ({
      policies: [{ name: 'p', tools: [tool], action: 'deny', conditions }],
    });
    expect(evaluations(facts, facts, denying('write_file'))).toBe(2);
    const empty = { ...facts, contents: [] };
    expect(evaluations(empty, empty, denying('write_file'))).toBe(1);
    expect(evaluations(facts, facts, denying('edit_file'))).toBe(1);
  });

  it('forgets what an earlier engine said', () => {
    const verdicts = new VerdictCache();
    const lenient = new PolicyEngine({ permissions: { allow: ['Edit'] } });
    const strict = new PolicyEngine({ permissions: { deny: ['Edit'] } });
    expect(verdicts.evaluate(lenient, facts, { roots: ROOTS }).action).toBe('approve');
    expect(verdicts.evaluate(strict, facts, { roots: ROOTS }).action).toBe('deny');
    expect(verdicts.evaluate(lenient, facts, { roots: ROOTS }).action).toBe('approve');
  });

  it('keeps 16 verdicts about one path', () => {
    const engine = new CountingEngine();
    const verdicts = new VerdictCache();
    const askFrom = (folder: number) => verdicts.evaluate(engine, { ...facts, cwd: `/ws/${folder}` }, { roots: ROOTS });
    for (let folder = 0; folder < 16; folder++) askFrom(folder);
    askFrom(0);
    expect(engine.evaluations).toBe(16);
    askFrom(16);
    expect(engine.evaluations).toBe(17);
    askFrom(0);
    expect(engine.evaluations).toBe(18);
  });
});
