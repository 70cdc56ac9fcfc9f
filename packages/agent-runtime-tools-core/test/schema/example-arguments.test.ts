import { Type, exampleArguments } from '../../src/index.ts';
import { describe, expect, it } from 'vitest';

describe('exampleArguments', () => {
  it('has what is required, with fitting values', () => {
    const schema = Type.Object({
      path: Type.String(),
      edits: Type.Array(Type.Object({ old_text: Type.String(), count: Type.Optional(Type.Integer()) })),
      mode: Type.Optional(Type.String()),
    });
    expect(exampleArguments(schema)).toEqual({ path: 'src/index.ts', edits: [{ old_text: 'some old_text' }] });
  });

  it('prefers what the schema says', () => {
    const schema = Type.Object({
      a: Type.String({ examples: ['x'] }),
      b: Type.Integer({ minimum: 5 }),
      c: Type.Union([Type.Literal('one'), Type.Literal('two')]),
      d: Type.Boolean(),
      e: Type.Literal(4),
    });
    expect(exampleArguments(schema)).toEqual({ a: 'x', b: 5, c: 'one', d: true, e: 4 });
  });
});
