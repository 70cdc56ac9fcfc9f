import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';
import { schemaPattern } from '../../src/schema/schema-pattern.ts';

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
    ['a back-reference', '^(.)\\1$', 'aa', 'ab'],
    ['what only the older reading knows', "^\\'a\\_$", "'a_", 'a'],
    ['characters beyond the first plane', '^.$', '😀', '😀😀'],
    ['a property of characters', '^\\p{Lu}+$', 'ÄB', 'äB'],
  ])('may use %s', async (_, pattern, good, bad) => {
    expect(await accepts(pattern, good)).toBe(true);
    expect(await accepts(pattern, bad)).toBe(false);
  });

  it('that is none makes the schema unusable', () => {
    expect(() => schemaPattern('(', 'u')).toThrow(SyntaxError);
  });
});
