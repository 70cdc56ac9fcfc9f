import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';
import { readFile } from '../sample-tools.ts';

const echo = defineTool({
  name: 'echo',
  parameters: Type.Object({
    path: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 0 })),
    ratio: Type.Optional(Type.Number()),
    deep: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(Type.String())),
    range: Type.Optional(Type.Object({ from: Type.Integer(), to: Type.Optional(Type.Integer()) })),
    edits: Type.Optional(Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }))),
    encoding: Type.Optional(Type.Union([Type.Literal('utf-8'), Type.Literal('base64')], { default: 'utf-8' })),
    nullable: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  parameterAliases: { file_path: 'path', filename: 'path' },
  execute: async (params) => ok(params),
});
const tools = new ToolCoordinator().register(echo).register(readFile);
const run = (params: unknown) => tools.execute<string>('echo', params);

describe('repair', () => {
  it.each([
    [
      'JSON in a string where an object is due',
      { path: 'a', range: '{"from":1}' },
      { range: { from: 1 } },
      [{ path: '/range', action: 'parsed-json' }],
    ],
    [
      'JSON in a string where an array is due',
      { path: 'a', tags: '["x","y"]' },
      { tags: ['x', 'y'] },
      [{ path: '/tags', action: 'parsed-json' }],
    ],
    [
      'the whole in a string',
      '{"path":"a","count":"3"}',
      { path: 'a', count: 3 },
      [
        { path: '', action: 'parsed-json' },
        { path: '/count', action: 'string-to-number' },
      ],
    ],
    [
      'a number in quotes',
      { path: 'a', count: '12', ratio: '0.5' },
      { count: 12, ratio: 0.5 },
      [
        { path: '/count', action: 'string-to-number' },
        { path: '/ratio', action: 'string-to-number' },
      ],
    ],
    [
      'a boolean in quotes',
      { path: 'a', deep: 'True' },
      { deep: true },
      [{ path: '/deep', action: 'string-to-boolean' }],
    ],
    [
      'a lone value where an array is due',
      { path: 'a', tags: 'x' },
      { tags: ['x'] },
      [{ path: '/tags', action: 'wrapped-in-array' }],
    ],
    [
      'a lone object where an array is due',
      { path: 'a', edits: { line: '4', text: 'x' } },
      { edits: [{ line: 4, text: 'x' }] },
      [
        { path: '/edits', action: 'wrapped-in-array' },
        { path: '/edits/0/line', action: 'string-to-number' },
      ],
    ],
    [
      'null for an absent optional',
      { path: 'a', count: null, range: { from: 1, to: null } },
      { path: 'a', range: { from: 1 } },
      [
        { path: '/count', action: 'dropped-null' },
        { path: '/range/to', action: 'dropped-null' },
      ],
    ],
    ['a declared other name', { file_path: 'a' }, { path: 'a' }, [{ path: '/path', action: 'renamed-parameter' }]],
  ])('repairs %s and reports it', async (_, params, value, repaired) => {
    const result = await run(params);
    expect(result).toMatchObject({ ok: true, value, metadata: { repaired } });
  });

  it('does not change valid arguments', async () => {
    const result = await run({ path: '{"a":1}', nullable: null, tags: ['1'] });
    expect(result).toMatchObject({
      ok: true,
      value: { path: '{"a":1}', nullable: null, tags: ['1'], encoding: 'utf-8' },
    });
    expect(result.metadata.repaired).toBeUndefined();
  });

  it.each(['12345678901234567890', '9007199254740993', '-9007199254740993'])(
    'does not take the number %s out of quotes, which would lose digits',
    async (n) => {
      const counting = new ToolCoordinator().register(
        defineTool({ name: 'count', parameters: Type.Object({ n: Type.Number() }), execute: async () => ok(1) }),
      );
      expect(await counting.execute<string>('count', { n })).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    },
  );

  it('keeps null where the schema accepts any value', async () => {
    const free = defineTool({
      name: 'free',
      parameters: Type.Object({ n: Type.Integer(), value: Type.Optional(Type.Unknown()) }),
      execute: async (params) => ok(params),
    });
    const result = await new ToolCoordinator().register(free).execute<string>('free', { n: '1', value: null });
    expect(result).toMatchObject({ ok: true, value: { n: 1, value: null } });
  });

  it.each([
    ['an array is not joined into a string', { path: ['a', 'b'] }],
    ['a number does not become a string', { path: 42 }],
    ['two names for one parameter are ambiguous', { path: 'a', file_path: 'b' }],
    ['a string with duplicate keys is not parsed', { path: 'a', range: '{"from":1,"from":2}' }],
    ['a number out of range stays out', { path: 'a', count: '-1' }],
    ['a fraction is no integer', { path: 'a', count: '1.5' }],
    ['hexadecimal is no number here', { path: 'a', count: '0x10' }],
    ['an unsafe integer loses digits', { path: 'a', count: '9007199254740993' }],
    ['null for a required parameter stays wrong', { path: null }],
    ['yes is not a boolean', { path: 'a', deep: 'yes' }],
  ])('does not repair %s', async (_, params) => {
    expect(await run(params)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it("never changes the caller's object", async () => {
    const mine = { file_path: 'a', count: '3', tags: 'x', range: { from: '1', to: null } };
    const copy = structuredClone(mine);
    expect((await run(mine)).ok).toBe(true);
    expect(mine).toEqual(copy);
  });
});

describe('defaults', () => {
  it('are filled in, and the parameters are frozen recursively', async () => {
    const result = await run({ path: 'a', range: { from: 1 } });
    expect(result).toMatchObject({ ok: true, value: { encoding: 'utf-8' } });
    if (!result.ok) return;
    const value = result.value as { range: object };
    expect(Object.isFrozen(value) && Object.isFrozen(value.range)).toBe(true);
  });
});

describe('a validation error', () => {
  it('names the parameter, what was expected and what was received, and shows an example call', async () => {
    const result = await tools.execute<string>('read_file', { path: 'a', offset: -1, limit: 'ten' });
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION_ERROR',
        kind: 'validation_error',
        message: 'read_file: offset must be >= 0, got the integer -1; limit must be an integer, got the string "ten".',
        suggestion: 'Correct the arguments and call again, for example read_file({"path":"src/index.ts"})',
      },
    });
  });

  it('describes a missing parameter', async () => {
    const result = await tools.execute<string>('read_file', {});
    expect(result).toMatchObject({
      error: { message: 'read_file: path is required (string: Path relative to the workspace root).' },
    });
  });

  it('names the allowed values', async () => {
    expect(await run({ path: 'a', encoding: 'hex' })).toMatchObject({
      error: { message: 'echo: encoding must be one of "utf-8", "base64", got the string "hex".' },
    });
    expect(await run({ path: 'a', nullable: { a: 1 } })).toMatchObject({
      error: { message: 'echo: nullable must be a string or null, got an object.' },
    });
  });

  it('suggests the most similar name', async () => {
    const result = await tools.execute<string>('read_file', { path: 'a', ofset: 1 });
    expect(result).toMatchObject({
      error: { message: 'read_file: unknown parameter "ofset"; did you mean "offset"?' },
    });
  });

  it('names nested parameters by their path', async () => {
    const result = await run({
      path: 'a',
      edits: [
        { line: 1, text: 'x' },
        { line: 'x', text: 1 },
      ],
    });
    expect(result).toMatchObject({
      error: { message: expect.stringContaining('edits[1].line must be an integer, got the string "x"') },
    });
  });

  it("comes from the handler's own check too", async () => {
    const picky = {
      ...readFile,
      validate: ({ path }: { path: string }) => ({ valid: !path.endsWith('/'), errors: ['path must not end with /'] }),
    };
    const result = await new ToolCoordinator().register(picky).execute('read_file', { path: 'a/' });
    expect(result).toMatchObject({ ok: false, error: { message: 'read_file: path must not end with /.' } });
  });

  it("is what a handler's own check gives when it throws", async () => {
    const broken = {
      ...readFile,
      validate: () => {
        throw new Error('oops');
      },
    };
    expect(await new ToolCoordinator().register(broken).execute('read_file', { path: 'a' })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('is reported by validate() without a call', () => {
    expect(tools.validate('read_file', { path: 'a' })).toEqual({ valid: true });
    expect(tools.validate('read_file', { path: 1 })).toMatchObject({
      valid: false,
      errors: [expect.stringContaining('path must be a string')],
    });
    expect(tools.validate('nothing', {})).toMatchObject({ valid: false });
    expect(tools.getStats().inFlight).toBe(0);
  });

  it.each(['', ' \n'])('treats the empty text %j as no arguments, because some providers send it', async (text) => {
    const none = defineTool({ name: 'none', parameters: Type.Object({}), execute: async () => ok('done') });
    const result = await new ToolCoordinator().register(none).execute<string>('none', text);
    expect(result).toMatchObject({ ok: true, metadata: { repaired: [{ path: '', action: 'parsed-json' }] } });
    expect(await run(text)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('path is required') },
    });
  });
});
