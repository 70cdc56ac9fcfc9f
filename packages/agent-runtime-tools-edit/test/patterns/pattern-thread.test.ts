import { describe, expect, it } from 'vitest';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { PatternThread } from '../../src/patterns/pattern-thread.ts';

const replace = (source: string, text: string, replacement = 'x') =>
  ({ text, pattern: { source, ignoreCase: false }, replacement, maxChars: 1_000_000 }) as const;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof ToolFailure) return error.error.code;
    throw error;
  }
}

describe('PatternThread', () => {
  it('PatternThread stops a pattern that backtracks without end, while the event loop goes on', async () => {
    await using thread = new PatternThread({ timeoutMs: 300, signal: new AbortController().signal });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const startedAt = performance.now();
    const code = await codeOf(thread.run(replace('(a+)+$', `${'a'.repeat(100_000)}!`)));
    clearInterval(ticking);
    expect(code).toBe('REGEX_TIMEOUT');
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(ticks).toBeGreaterThan(5);
  });

  it('PatternThread gives all jobs together one time limit', async () => {
    await using thread = new PatternThread({ timeoutMs: 400, signal: new AbortController().signal });
    expect(await codeOf(thread.run(replace('a', 'aaa')))).toBe('ok');
    expect(await codeOf(thread.run(replace('(a|a)*$', `${'a'.repeat(30)}!`)))).toBe('REGEX_TIMEOUT');
  });

  it('PatternThread is ended by the signal of the call', async () => {
    const controller = new AbortController();
    await using thread = new PatternThread({ timeoutMs: 60_000, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect(await codeOf(thread.run(replace('(a+)+$', `${'a'.repeat(100_000)}!`)))).toBe('CANCELLED');
    expect(await codeOf(thread.run(replace('a', 'a')))).toBe('CANCELLED');
  });

  it('PatternThread says what is wrong with a pattern', async () => {
    await using thread = new PatternThread({ timeoutMs: 5000, signal: new AbortController().signal });
    expect(await codeOf(thread.run(replace('(', 'a')))).toBe('REGEX_INVALID');
  });

  it('PatternThread refuses a replacement that grows beyond all bounds', async () => {
    await using thread = new PatternThread({ timeoutMs: 20_000, signal: new AbortController().signal });
    expect(await codeOf(thread.run(replace('^', '\n'.repeat(100_000), 'x'.repeat(10_000))))).toBe('TOO_LARGE');
  });

  it('PatternThread starts no thread that is not needed', async () => {
    const thread = new PatternThread({ timeoutMs: 5000, signal: AbortSignal.abort() });
    expect(await codeOf(thread.run(replace('a', 'a')))).toBe('CANCELLED');
    await thread[Symbol.asyncDispose]();
  });
});
