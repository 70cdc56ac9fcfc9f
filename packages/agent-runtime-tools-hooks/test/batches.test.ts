import {
  ToolCoordinator,
  Type,
  coreErrors,
  defineTool,
  fail,
  ok,
  type AnyActivityEvent,
  type ToolMiddleware,
} from '@ku0/agent-runtime-tools-core';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hooks, type FunctionHookConfig, type HookFunction, type HookResult, type HooksOptions } from '../src/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hook-batches-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Write {
  readonly text: string;
}

/** Two writes to one file, one after the other, a person who is asked about each, and the hooks. */
function desk(run: HookFunction, { answer = () => true, options, more = {} }: Partial<Desk> = {}) {
  const trace: string[] = [];
  const events: AnyActivityEvent[] = [];
  const file = join(folder, 'a.txt');
  const write = defineTool({
    name: 'write',
    parameters: Type.Object({ text: Type.String() }),
    capabilities: { writesFiles: true },
    requiresApproval: true,
    resources: () => [{ key: 'file:a', access: 'write' }],
    async execute({ text }) {
      await sleep(2);
      writeFileSync(file, text);
      trace.push(`write ${text}`);
      return ok(text);
    },
  });
  const person: ToolMiddleware = {
    name: 'person',
    phase: 'approve',
    judgesAhead: true,
    async execute(params, { batch, approval }, next) {
      const { text } = params as Write;
      const why = approval.demanded ?? '';
      if (approval.advice !== undefined && approval.demanded === undefined) return next(params, approval.advice);
      await batch?.allJudged();
      trace.push(`? ${text}${why === '' ? '' : ` (${why})`}`);
      if (!answer(text)) return fail(coreErrors.APPROVAL_DENIED({ details: { by: 'person' } }));
      return next(params, { by: 'person' });
    },
  };
  const hook: FunctionHookConfig = { name: 'guard', type: 'PreToolUse', toolPatterns: ['*'], run, ...more };
  const tools = new ToolCoordinator()
    .use(hooks([hook], options))
    .use(person)
    .register(write);
  tools.activity.subscribe('hook_context', (event) => void events.push(event));
  const batch = (...texts: string[]) =>
    tools.executeAll(texts.map((text) => ({ name: 'write', params: { text } satisfies Write })));
  const content = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return { trace, events, tools, batch, content };
}

interface Desk {
  readonly answer: (text: string) => boolean;
  readonly options: HooksOptions;
  readonly more: Partial<FunctionHookConfig>;
}

const textOf: (input: Parameters<HookFunction>[0]) => string = ({ preToolUse }) =>
  String(Object(preToolUse?.parameters)['text']);
const codes = (results: Awaited<ReturnType<ToolCoordinator['executeAll']>>) =>
  results.map((result) => (result.ok ? result.value : result.error.code));

/** Questions that come together come in any order. */
function sorted(trace: readonly string[]): string[] {
  const runs: string[][] = [];
  for (const line of trace) {
    if (line.startsWith('?') && runs.at(-1)?.[0]?.startsWith('?') === true) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs.flatMap((run) => run.toSorted());
}

// In the form of Claude Code's hooks, which the type of a native answer does not have.
const STOP: HookResult = JSON.parse('{"continue":false,"stopReason":"enough"}');

describe('the hooks of a batch', () => {
  it('let all questions come before the first of the calls runs, and judge in its turn again what had to wait', async () => {
    const judged: string[] = [];
    const { trace, batch, content } = desk((input) => void judged.push(`${textOf(input)} on ${content()}`));
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(sorted(trace)).toEqual(['? one', '? two', 'write one', 'write two']);
    expect(judged).toEqual(['one on ', 'two on ', 'two on one']);
  });

  it('judge once, in turn, where the host wants it', async () => {
    const judged: string[] = [];
    const { trace, batch, content } = desk((input) => void judged.push(`${textOf(input)} on ${content()}`), {
      options: { judgesAhead: false },
    });
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(sorted(trace)).toEqual(['? one', 'write one', '? two', 'write two']);
    expect(judged).toEqual(['one on ', 'two on one']);
  });

  it('deny for good what they deny ahead, and nobody is asked about it', async () => {
    const said = new Set<string>();
    // Says no the first time only.
    const { trace, batch } = desk((input) => {
      const text = textOf(input);
      if (text !== 'two' || said.has(text)) return undefined;
      said.add(text);
      return { cancel: true, errorMessage: 'not two' };
    });
    expect(codes(await batch('one', 'two', 'three'))).toEqual(['one', 'HOOK_BLOCKED', 'three']);
    expect(sorted(trace)).toEqual(['? one', '? three', 'write one', 'write three']);
  });

  it('deny in its turn what a person has said yes to, if an earlier call made it bad', async () => {
    const { trace, batch, content } = desk(() =>
      content() === 'bad' ? { cancel: true, errorMessage: 'the file is bad' } : undefined,
    );
    const results = await batch('bad', 'two');
    expect(results[1]).toMatchObject({
      ok: false,
      error: { code: 'HOOK_BLOCKED', message: 'Hook "guard" blocked the call: the file is bad' },
    });
    expect(sorted(trace)).toEqual(['? bad', '? two', 'write bad']);
    expect(content()).toBe('bad');
  });

  it('block in its turn what they fail to judge then', async () => {
    const { trace, batch, content } = desk(() => {
      if (content() !== '') throw new Error('lost');
    });
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'HOOK_BLOCKED']);
    expect(sorted(trace)).toEqual(['? one', '? two', 'write one']);
  });

  it('that fail ahead judge in its turn, when what they look at is there', async () => {
    const { trace, batch, content } = desk((input) => {
      if (textOf(input) === 'two' && content() !== 'one') throw new Error('no such file');
    });
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(sorted(trace)).toEqual(['? one', 'write one', '? two', 'write two']);
  });

  it('that fail ahead and in its turn block the call', async () => {
    let runs = 0;
    const { trace, batch } = desk((input) => {
      if (textOf(input) !== 'two') return;
      runs++;
      throw new Error('broken');
    });
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'HOOK_BLOCKED']);
    expect(sorted(trace)).toEqual(['? one', 'write one']);
    expect(runs).toBe(2);
  });

  it('have a person asked again when they ask for another reason in its turn, and not for the same', async () => {
    const { trace, batch, content } = desk(() => ({ decision: 'ask', reason: `content is "${content()}"` }));
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    const first = 'Hook "guard" asks: content is ""';
    expect(sorted(trace)).toEqual([
      `? one (${first})`,
      `? two (${first})`,
      'write one',
      `? two (${first}\nHook "guard" asks: content is "one")`,
      'write two',
    ]);
    const same = desk(() => ({ decision: 'ask', reason: 'always' }));
    await same.batch('one', 'two');
    expect(same.trace.filter((line) => line.startsWith('? two'))).toHaveLength(1);
  });

  it('have the consent of a person stand when they asked ahead and no longer do', async () => {
    const { trace, batch, content } = desk(() => (content() === '' ? { decision: 'ask', reason: 'empty' } : undefined));
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(trace.filter((line) => line.startsWith('?'))).toHaveLength(2);
  });

  it('take back the consent that they gave ahead', async () => {
    const { trace, batch, content } = desk(() => (content() === '' ? { decision: 'allow' } : undefined));
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(sorted(trace)).toEqual(['write one', '? two', 'write two']);
    const refused = desk(() => (refused.content() === 'one' ? undefined : { decision: 'allow' }), {
      answer: () => false,
    });
    rmSync(join(folder, 'a.txt'));
    expect(codes(await refused.batch('one', 'two'))).toEqual(['one', 'APPROVAL_DENIED']);
    expect(refused.content()).toBe('one');
  });

  it('have other parameters that they make in its turn asked about', async () => {
    const { trace, batch, content } = desk((input) => ({ modifiedParams: { text: `${textOf(input)}${content()}` } }));
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'twoone']);
    expect(sorted(trace)).toEqual(['? one', '? two', 'write one', '? twoone', 'write twoone']);
  });

  it('make the same parameters in its turn as ahead, not the parameters of their parameters', async () => {
    const { trace, batch } = desk((input) => ({ modifiedParams: { text: `${textOf(input)}!` } }));
    expect(codes(await batch('one', 'two'))).toEqual(['one!', 'two!']);
    expect(sorted(trace)).toEqual(['? one!', '? two!', 'write one!', 'write two!']);
  });

  it('tell of the file as it is in its turn, once', async () => {
    const { batch, events, content } = desk(() => `content is "${content()}"`);
    const results = await batch('one', 'two');
    expect(results.map((result) => result.metadata.contextModifications)).toEqual([
      ['content is ""'],
      ['content is "one"'],
    ]);
    expect(events).toHaveLength(3);
    rmSync(join(folder, 'a.txt'));
    const same = desk(() => 'the same');
    await same.batch('one', 'two');
    expect(same.events).toHaveLength(2);
  });

  it('that stop the turn in its turn keep the later calls from running', async () => {
    const stops: string[] = [];
    const { trace, batch, content } = desk(() => (content() === 'one' ? STOP : undefined), {
      options: { onStop: ({ reason }) => void stops.push(reason) },
    });
    expect(codes(await batch('one', 'two', 'three'))).toEqual(['one', 'HOOK_BLOCKED', 'HOOK_BLOCKED']);
    expect(sorted(trace)).toEqual(['? one', '? three', '? two', 'write one']);
    expect(stops).toEqual(['enough']);
  });

  it('run once where they come after the tool', async () => {
    let runs = 0;
    const { trace, batch } = desk(() => void runs++, { more: { type: 'PostToolUse' } });
    expect(codes(await batch('one', 'two'))).toEqual(['one', 'two']);
    expect(sorted(trace)).toEqual(['? one', '? two', 'write one', 'write two']);
    expect(runs).toBe(2);
  });
});
