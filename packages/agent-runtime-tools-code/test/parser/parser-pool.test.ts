import { describe, expect, it, onTestFinished } from 'vitest';
import type { SourceText } from '../../src/parser/parse-task.ts';
import { ParserPool } from '../../src/parser/parser-pool.ts';

const source = (lines: number): SourceText => ({
  path: 'a.ts',
  language: 'typescript',
  text: 'export const value = [1, 2, 3].map((each) => each + 1);\n'.repeat(lines),
});

function startedPool(): ParserPool {
  const pool = new ParserPool();
  onTestFinished(() => pool.stop());
  return pool;
}

describe('the parser pool', () => {
  it('serves principals in turns, however many files one of them has', async () => {
    const pool = startedPool();
    const ended: string[] = [];
    const parse = async (principalId: string): Promise<void> => {
      await pool.run('summary', [source(200)], { options: {}, owner: { principalId, taskId: 't' } });
      ended.push(principalId);
    };
    const flood = Array.from({ length: 60 }, () => parse('ada'));
    await parse('bob');
    expect(ended.indexOf('bob')).toBeLessThan(20);
    await Promise.all(flood);
  });

  it('lets go of a request that is cancelled while it waits', async () => {
    const pool = startedPool();
    const ended: string[] = [];
    const parse = (name: string, signal?: AbortSignal): Promise<unknown> =>
      pool
        .run('summary', [source(5000)], { options: {}, signal })
        .catch(() => undefined)
        .finally(() => ended.push(name));
    const running = Array.from({ length: pool.size * 2 }, () => parse('running'));
    const stop = new AbortController();
    const waiting = parse('cancelled', stop.signal);
    stop.abort();
    await Promise.all([...running, waiting]);
    expect(ended[0]).toBe('cancelled');
  });
});
