import { setTimeout as sleep } from 'node:timers/promises';
import { ToolCoordinator, Type, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/evaluate/evaluate.ts';
import type { EvaluationCase } from '../../src/evaluate/evaluation-case.ts';
import { DatasetError } from '../../src/evaluate/read-dataset.ts';
import { createTestFolder } from '../../src/test-folder.ts';

const divide = defineTool({
  name: 'divide',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: async ({ a, b }) =>
    b === 0
      ? fail('EXECUTION_ERROR', 'Nothing can be divided by zero.')
      : ok({ quotient: a / b, of: { a, b }, parts: [a, b] }),
});

const wait = defineTool({
  name: 'wait',
  parameters: Type.Object({ ms: Type.Number() }),
  execute: (_params, { signal }) => sleep(_params.ms, ok('waited'), { signal }),
});

const tools = new ToolCoordinator().register(divide).register(wait);

/** The reason why one case fails; undefined when it passes. */
async function reasonOf(
  expected: EvaluationCase['expect'],
  params: unknown = { a: 6, b: 2 },
): Promise<string | undefined> {
  const report = await evaluate(
    [{ tool: 'divide', params, ...(expected !== undefined && { expect: expected }) }],
    tools,
  );
  return report.cases[0]?.reason;
}

describe('an expectation', () => {
  it('an expectation of nothing in particular is one of success', async () => {
    expect(await reasonOf(undefined)).toBeUndefined();
    const reason = 'gave EXECUTION_ERROR (Nothing can be divided by zero.) where ok was expected';
    expect(await reasonOf(undefined, { a: 1, b: 0 })).toBe(reason);
  });

  it('an expectation of an error takes the one that is named, or any', async () => {
    expect(await reasonOf({ code: 'EXECUTION_ERROR' }, { a: 1, b: 0 })).toBeUndefined();
    expect(await reasonOf({ ok: false }, { a: 1, b: 0 })).toBeUndefined();
    expect(await reasonOf({ code: 'TIMEOUT' }, { a: 1, b: 0 })).toContain('where TIMEOUT was expected');
    expect(await reasonOf({ code: 'TIMEOUT' })).toBe('gave ok where TIMEOUT was expected');
    expect(await reasonOf({ ok: false })).toBe('gave ok where an error was expected');
  });

  it('an expectation of a value takes objects that have more, and lists that do not', async () => {
    expect(await reasonOf({ value: { quotient: 3, of: { a: 6 } } })).toBeUndefined();
    expect(await reasonOf({ value: { parts: [6, 2] } })).toBeUndefined();
    expect(await reasonOf({ value: { parts: [6] } })).toBe('value.parts has 2 items; 1 were expected');
    expect(await reasonOf({ value: { of: { b: 3 } } })).toBe('value.of.b is 2; 3 was expected');
    expect(await reasonOf({ value: { rest: null } })).toBe('value.rest is nothing; null was expected');
    expect(await reasonOf({ value: [6] })).toContain('not a list');
    expect(await reasonOf({ value: { quotient: {} } })).toBe('value.quotient is 3, not an object');
    expect(await reasonOf({ ok: false, value: 3 }, { a: 1, b: 0 })).toBe('has no value, because the call failed');
  });

  it('an expectation of text looks at what the model reads, of a value or of an error', async () => {
    expect(await reasonOf({ contains: '"quotient":3' })).toBeUndefined();
    expect(await reasonOf({ ok: false, contains: ['divided', 'zero'] }, { a: 1, b: 0 })).toBeUndefined();
    expect(await reasonOf({ contains: ['quotient', 'remainder'] })).toContain('does not contain "remainder"');
    expect(await reasonOf({ matches: '"quotient":\\d' })).toBeUndefined();
    expect(await reasonOf({ matches: /QUOTIENT/gi })).toBeUndefined();
    expect(await reasonOf({ matches: '^quotient' })).toContain('does not match /^quotient/u');
  });

  it('an expectation of speed is not met by a slow call', async () => {
    const slow = { tool: 'wait', params: { ms: 60 }, expect: { maxMs: 20 } };
    const quick = { tool: 'wait', params: { ms: 1 }, expect: { maxMs: 5_000 } };
    const { cases } = await evaluate([slow, quick], tools);
    expect(cases.map(({ passed }) => passed)).toEqual([false, true]);
    expect(cases[0]?.reason).toMatch(/^took [\d.]+ ms; at most 20 were expected$/);
  });
});

describe('evaluate', () => {
  it('evaluate reports rates in all, by tool and by tag, and cases in their order', async () => {
    const report = await evaluate(
      [
        { id: 'slow', tool: 'wait', params: { ms: 40 }, tags: ['time'] },
        { tool: 'divide', params: { a: 1, b: 1 }, tags: ['math', 'easy'] },
        { tool: 'divide', params: { a: 1, b: 0 }, tags: ['math'] },
      ],
      tools,
    );
    expect(report).toMatchObject({ total: 3, passed: 2, failed: 1, passRate: 2 / 3, cancelled: false });
    expect(report.byTool).toEqual({
      wait: { total: 1, passed: 1, failed: 0, passRate: 1 },
      divide: { total: 2, passed: 1, failed: 1, passRate: 0.5 },
    });
    expect(report.byTag).toMatchObject({ math: { total: 2, passRate: 0.5 }, easy: { total: 1 }, time: { total: 1 } });
    expect(report.cases.map(({ id }) => id)).toEqual(['slow', 'case 2', 'case 3']);
    expect(report.cases[0]?.ms).toBeGreaterThanOrEqual(39);
  });

  it('evaluate counts an unknown tool and wrong arguments as failures', async () => {
    const { cases } = await evaluate([{ tool: 'divine' }, { tool: 'divide', params: { a: 'x' } }], tools);
    expect(cases.map(({ reason }) => reason?.split(' ')[1])).toEqual(['TOOL_NOT_FOUND', 'VALIDATION_ERROR']);
  });

  it('evaluate takes what is not a case for a failed one, misspelt expectations above all', async () => {
    const wrong = [
      { tool: 'divide', expect: { vaule: 3 } },
      { tol: 'divide' },
      { tool: 'divide', expect: { matches: '(' } },
      7,
    ];
    const { cases, failed, byTool } = await evaluate(wrong as EvaluationCase[], tools);
    expect(failed).toBe(4);
    expect(byTool).toEqual({});
    expect(cases.map(({ reason }) => reason)).toEqual([
      'case 1 is not a case: has the unknown member "expect.vaule"; did you mean "expect.value"?',
      'case 2 is not a case: has the unknown member "tol"; did you mean "tool"?; has no "tool"',
      expect.stringContaining('"expect.matches" is not a regular expression'),
      'case 4 is not a case: is not an object',
    ]);
  });

  it('evaluate says that nothing passes where there is nothing', async () => {
    expect(await evaluate([], tools)).toMatchObject({ total: 0, passRate: 0, cases: [] });
  });

  it('evaluate keeps to its concurrency', async () => {
    let running = 0;
    let most = 0;
    const busy = defineTool({
      name: 'busy',
      parameters: Type.Object({}),
      async execute() {
        most = Math.max(most, ++running);
        await sleep(5);
        running--;
        return ok('done');
      },
    });
    const cases = Array.from({ length: 12 }, () => ({ tool: 'busy' }));
    const report = await evaluate(cases, new ToolCoordinator().register(busy), { concurrency: 3 });
    expect(report.passed).toBe(12);
    expect(most).toBe(3);
    await expect(evaluate(cases, tools, { concurrency: 0 })).rejects.toThrow(RangeError);
  });

  it('evaluate stops when it is cancelled: calls under way end, no more begin', async () => {
    const controller = new AbortController();
    const cases = Array.from({ length: 10 }, () => ({ tool: 'wait', params: { ms: 5_000 } }));
    setTimeout(() => controller.abort(), 30);
    const started = performance.now();
    const report = await evaluate(cases, tools, { concurrency: 2, signal: controller.signal });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(report).toMatchObject({ cancelled: true, total: 2, failed: 2 });
    expect(report.cases[0]?.reason).toContain('CANCELLED');
  });

  it('evaluate does not wait for a dataset that hangs once it is cancelled', async () => {
    const controller = new AbortController();
    async function* hanging(): AsyncGenerator<EvaluationCase> {
      yield { tool: 'divide', params: { a: 1, b: 1 } };
      await new Promise(() => {});
    }
    setTimeout(() => controller.abort(), 30);
    expect(await evaluate(hanging(), tools, { signal: controller.signal })).toMatchObject({
      cancelled: true,
      total: 1,
      passed: 1,
    });
  });

  it('evaluate rejects when the dataset breaks, after the calls under way have ended', async () => {
    let ended = false;
    const slow = defineTool({
      name: 'slow',
      parameters: Type.Object({}),
      async execute(_params, { signal }) {
        await sleep(5_000, undefined, { signal }).catch(() => {});
        ended = true;
        return ok('done');
      },
    });
    async function* breaking(): AsyncGenerator<EvaluationCase> {
      yield { tool: 'slow' };
      await sleep(20);
      throw new Error('connection lost');
    }
    await expect(evaluate(breaking(), new ToolCoordinator().register(slow))).rejects.toThrow('connection lost');
    expect(ended).toBe(true);
  });

  it('evaluate hands each outcome on as it comes, and its options to each call', async () => {
    await using folder = await createTestFolder();
    const where = defineTool({
      name: 'where',
      parameters: Type.Object({}),
      execute: async (_params, { cwd, taskId }) => ok(`${cwd} ${taskId}`),
    });
    const seen: string[] = [];
    const cases = [{ id: 'one', tool: 'where', expect: { contains: `${folder.path} nightly` } }];
    const report = await evaluate(cases, new ToolCoordinator().register(where), {
      call: { cwd: folder.path, taskId: 'nightly' },
      onCase: ({ id }) => seen.push(id),
    });
    expect(report.passed).toBe(1);
    expect(seen).toEqual(['one']);
  });

  it('evaluate refuses a dataset that cannot be read at all', async () => {
    await expect(evaluate('cases.csv', tools)).rejects.toThrow(
      'cases.csv is not a dataset: it must end in .jsonl, .yaml or .yml.',
    );
    await expect(evaluate('/nowhere/cases.jsonl', tools)).rejects.toThrow(DatasetError);
    await expect(evaluate('/nowhere/cases.yaml', tools)).rejects.toThrow(/ENOENT/);
  });
});
