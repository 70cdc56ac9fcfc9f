import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/commands/commands.ts';
import { candidates } from '../../src/completion/candidates.ts';

const tools = (): Promise<{ value: string; description: string }[]> =>
  Promise.resolve([{ value: 'read_file', description: '' }]);
const valuesOf = async (...words: string[]): Promise<string[]> =>
  (await candidates(words, { commands: COMMANDS, tools })).map(({ value }) => value);

describe('completion', () => {
  it.each([
    [['desc'], ['describe']],
    [['help', 'hist'], ['history']],
    [['describe', 'rea'], ['read_file']],
    [['describe', 'read_file', ''], []],
    [
      ['describe', '--format', 'openai'],
      ['openai', 'openai-responses'],
    ],
    [['describe', '--format', 'mcp', 'rea'], ['read_file']],
    [
      ['describe', '--format', 'mcp', '--'],
      ['--families', '--json', '--help'],
    ],
    [
      ['policy', ''],
      ['explain', 'test'],
    ],
    [['policy', 'explain', ''], ['read_file']],
    [['policy', 'test', ''], []],
    [['hooks', 'check', 'hooks.json', 'rea'], ['read_file']],
    [
      ['call', 'read_file', '--approve', ''],
      ['ask', 'all', 'none'],
    ],
    [['nothing', ''], []],
    [['call', '--__proto__', 'rea'], ['read_file']],
  ])('of %j is %j', async (words, expected) => {
    expect(await valuesOf(...words)).toEqual(expected);
  });
});
