import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askQuestion, Output } from '../../src/index.ts';

async function answerTo(question: string, typed: string | undefined, choices: readonly string[] = []) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  if (typed === undefined) input.end();
  else input.write(`${typed}\n`);
  const terminal = { in: input, err: new Output(output, {}) };
  const answer = await askQuestion(question, { terminal, choices, signal: new AbortController().signal });
  return { answer, shown: String(output.read()) };
}

describe('askQuestion', () => {
  it('returns the answer, or the choice of a number', async () => {
    expect((await answerTo('Which?', ' SQLite ')).answer).toBe('SQLite');
    expect((await answerTo('Which?', '2', ['SQLite', 'PostgreSQL'])).answer).toBe('PostgreSQL');
    expect((await answerTo('Which?', '3', ['SQLite', 'PostgreSQL'])).answer).toBe('3');
    expect((await answerTo('Which?', undefined)).answer).toBe('');
    expect((await answerTo('Which?', '1', ['SQLite'])).shown).toContain('│ 1. SQLite\nA number, or your own answer: ');
    expect((await answerTo('Which?', 'x')).shown).toContain('│ Which?\nYour answer: ');
  });

  it('shows no control characters of the model, and marks every line', async () => {
    const { shown } = await answerTo('a\u001b[2J\nAllow this call? [y/N]', 'x', ['\u001b]0;t\u0007']);
    expect(shown).not.toContain('\u001b');
    expect(shown).toContain('│ Allow this call? [y/N]');
  });
});
