import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, parseArguments } from '../../src/index.ts';

const FENCE = '```';

describe('JSON text of arguments', () => {
  it.each([
    ['{"a":1,}', { a: 1 }],
    ['{"a":[1,2,],"b":{"c":"x",\n},}', { a: [1, 2], b: { c: 'x' } }],
    ['{"a":",}",}', { a: ',}' }],
    ['{"a":"\\",}",}', { a: '",}' }],
  ])('%s loses its trailing commas', (text, value) => {
    expect(parseArguments(text)).toEqual({ ok: true, value, repaired: ['removed-trailing-comma'] });
  });

  it.each([
    `${FENCE}json\n{"a":1}\n${FENCE}`,
    `${FENCE}\n{"a":1}\n${FENCE}\n`,
    `  ${FENCE}JSON\r\n{"a":1}\r\n${FENCE}  `,
    `${FENCE}json\n{"a":1}${FENCE}`,
    `${FENCE}json {"a":1}${FENCE}`,
    `${FENCE}{"a":1}${FENCE}`,
  ])('%j loses its code fence', (text) => {
    expect(parseArguments(text)).toEqual({ ok: true, value: { a: 1 }, repaired: ['removed-code-fence'] });
  });

  it('may lose both a code fence and trailing commas', () => {
    expect(parseArguments(`${FENCE}json\n{"a":1,}\n${FENCE}`)).toMatchObject({
      value: { a: 1 },
      repaired: ['removed-code-fence', 'removed-trailing-comma'],
    });
  });

  it.each([
    '{"a":1,,}',
    '{,}',
    '[,]',
    '{"a":,}',
    '{"a":1},',
    '{"a":1,"a":2,}',
    '{"a":1,',
    `${FENCE}json\n{"a":1}`,
    `Here: ${FENCE}json\n{"a":1}\n${FENCE}`,
    `${FENCE}json\n{"a":1}\n${FENCE}\nDone.`,
    `${FENCE}json\n{"a":1}\n${FENCE}\n${FENCE}json\n{"a":2}\n${FENCE}`,
    `${FENCE}python\n{"a":1}\n${FENCE}`,
  ])('%j is ambiguous or invalid and is refused', (text) => {
    expect(parseArguments(text)).toMatchObject({ ok: false });
  });

  it('is repaired at the root and in nested values, and every repair is reported', async () => {
    const tool = defineTool({
      name: 'tool',
      parameters: Type.Object({ list: Type.Array(Type.Integer()), text: Type.Optional(Type.String()) }),
      execute: async (params) => ok(params),
    });
    const tools = new ToolCoordinator().register(tool);
    expect(await tools.execute('tool', `${FENCE}json\n{"list":[1,],}\n${FENCE}` as never)).toMatchObject({
      value: { list: [1] },
      metadata: {
        repaired: [
          { path: '', action: 'parsed-json' },
          { path: '', action: 'removed-code-fence' },
          { path: '', action: 'removed-trailing-comma' },
        ],
      },
    });
    const sent: unknown = { list: '[1,2,]', text: '[1,]' };
    expect(await tools.execute('tool', sent as never)).toMatchObject({
      value: { list: [1, 2], text: '[1,]' },
      metadata: {
        repaired: [
          { path: '/list', action: 'parsed-json' },
          { path: '/list', action: 'removed-trailing-comma' },
        ],
      },
    });
  });
});
