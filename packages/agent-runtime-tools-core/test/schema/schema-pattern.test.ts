import { describe, expect, it } from 'vitest';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok, type ToolHandler } from '../../src/index.ts';
import { parsePattern } from '../../src/pattern/parse-pattern.ts';
import { PatternAutomaton } from '../../src/pattern/pattern-automaton.ts';
import { schemaPattern } from '../../src/schema/schema-pattern.ts';

const NO_FLAGS = { ignoreCase: false, dotAll: false, multiline: false };
const base = defineTool({ name: 'base', parameters: Type.Object({}), execute: async () => ok(1) });

function accepts(pattern: string, text: string): Promise<boolean> {
  const tools = new ToolCoordinator().register(
    defineTool({
      name: 'match',
      parameters: Type.Object({ text: Type.String({ pattern }), also: Type.Optional(Type.String({ pattern: '^b' })) }),
      execute: async () => ok(1),
    }),
  );
  return tools.execute('match', { text, also: 'bee' }).then((result) => result.ok);
}

describe('a pattern in a schema', () => {
  it('cannot hang the process, however it backtracks', async () => {
    const started = performance.now();
    expect(await accepts('^(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
    expect(await accepts('^(a+)+$', 'a'.repeat(50_000))).toBe(true);
    expect(await accepts('(x+x+)+y', 'x'.repeat(10_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it.each([
    ['look-around', '^(?!b)', 'abc', 'bcd'],
    ['looking ahead', '^(?=.*[A-Z])(?=.*\\d).{4,}$', 'aaB1', 'aaB!'],
    ['looking behind', '(?<=\\$)\\d+$', 'costs $12', 'costs 12'],
    ['not looking behind', '(?<!-)\\b\\d$', 'a 1', 'a -1'],
    ['looking within looking', '^(?=a(?!b(?=c)))', 'abd', 'abc'],
    ['looking in a repetition', '^(?:(?!ab).){3}$', 'aab'.replace('b', 'c'), 'aab'],
    ['looking past characters of two units', '^(?=.😀$)', 'x😀', 'x😀😀'],
    ['what only the older reading knows', "^\\'a\\_$", "'a_", 'a'],
    ['characters beyond the first plane', '^.$', '😀', '😀😀'],
    ['a property of characters', '^\\p{Lu}+$', 'ÄB', 'äB'],
  ])('may use %s', async (_, pattern, good, bad) => {
    expect(await accepts(pattern, good)).toBe(true);
    expect(await accepts(pattern, bad)).toBe(false);
  });

  it('with lookaround cannot hang the process either', async () => {
    const started = performance.now();
    expect(await accepts('^(?=(a+)+$)', `${'a'.repeat(50_000)}!`)).toBe(false);
    expect(await accepts('^(?=(a+)+$)a', 'a'.repeat(50_000))).toBe(true);
    expect(await accepts('(?<=(x+x+)+)y', 'x'.repeat(10_000))).toBe(false);
    expect(await accepts('^(?!.*(a|a)*$).', 'a'.repeat(10_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('matches like the native engine, on short texts of every kind', () => {
    const patterns = [
      '^(?=.*b)a',
      '(?<=a)b(?!c)',
      '^(?!.*(?:aa|bb)).+$',
      '(?<!a)b',
      'a(?=b|$)',
      '^(?:(?=a)a|b)+$',
      '(?<=^|b)a',
      '\\b(?=c)',
    ];
    const letters = ['a', 'b', 'c'];
    let texts = [''];
    for (let length = 0; length < 5; length++) {
      for (const pattern of patterns) {
        const automaton = new PatternAutomaton(parsePattern(pattern, { lookAround: true }), NO_FLAGS);
        for (const text of texts)
          expect([pattern, text, automaton.test(text)]).toEqual([pattern, text, new RegExp(pattern).test(text)]);
      }
      texts = texts.flatMap((text) => letters.map((letter) => text + letter));
    }
  });

  it.each(['^(.)\\1$', '(?<x>a)\\k<x>', '(?i:a)', '(', 'a{1,9999}b{1,9999}'])(
    '%s is refused at registration',
    (pattern) => {
      const tool = (parameters: object, output?: object): (() => unknown) => {
        const handler: object = { ...base, parameters, ...(output !== undefined && { output }) };
        return () => new ToolCoordinator().register(handler as ToolHandler);
      };
      expect(tool({ type: 'object', properties: { a: { type: 'string', pattern } } })).toThrow(RegistrationError);
      expect(tool({ type: 'object', anyOf: [{ properties: { a: { items: { pattern } } } }] })).toThrow(
        RegistrationError,
      );
      expect(tool({ type: 'object', patternProperties: { [pattern]: {} } })).toThrow(RegistrationError);
      expect(tool({ type: 'object' }, { type: 'string', pattern })).toThrow(RegistrationError);
      // Data is not a schema.
      expect(tool({ type: 'object', properties: { a: { default: { pattern } } } })).not.toThrow();
    },
  );

  it('that is invalid makes the schema unusable', () => {
    expect(() => schemaPattern('(', 'u')).toThrow(SyntaxError);
  });
});
