import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';

const Create = Type.Object({ action: Type.Literal('create'), path: Type.String(), text: Type.String() });
const Delete = Type.Object({ action: Type.Literal('delete'), path: Type.String() });
const tools = new ToolCoordinator()
  .register(
    defineTool({
      name: 'choose',
      parameters: Type.Object({
        words: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
        count: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
        edit: Type.Optional(Type.Union([Create, Delete])),
        edits: Type.Optional(Type.Array(Type.Union([Create, Delete]))),
        shape: Type.Optional(Type.Union([Type.Object({ x: Type.Number() }), Type.Object({ r: Type.Number() })])),
        lists: Type.Optional(Type.Union([Type.Array(Type.Integer()), Type.Array(Type.Boolean())])),
      }),
      execute: async (params) => ok(params),
    }),
  )
  .register({
    ...defineTool({ name: 'foreign', parameters: Type.Object({}), execute: async (params) => ok(params) }),
    parameters: {
      type: 'object',
      properties: {
        edit: { oneOf: [{ $ref: '#/$defs/create' }, { $ref: '#/$defs/delete' }] },
        whole: { type: ['integer', 'null'] },
      },
      allOf: [{ properties: { near: { type: 'string' } } }],
      unevaluatedProperties: false,
      $defs: {
        create: { type: 'object', properties: { action: { const: 'create' } }, required: ['action', 'path'] },
        delete: { type: 'object', properties: { action: { const: 'delete' } }, required: ['action'] },
      },
    } as never,
  });

async function complaint(name: 'choose' | 'foreign', params: unknown): Promise<string | undefined> {
  const result = await tools.execute<string>(name, params);
  return result.ok ? undefined : result.error.message;
}

describe('a value that fits no branch of a union', () => {
  it.each<[unknown, string]>([
    [{ words: 5 }, 'words must be a string or an array, got the integer 5.'],
    [{ words: [1] }, 'words[0] must be a string, got the integer 1.'],
    [{ count: 1.5 }, 'count must be an integer or null, got the number 1.5.'],
    [{ edit: { action: 'create', path: 'a' } }, 'edit.text is required (string).'],
    [{ edit: { action: 'delete', path: 5 } }, 'edit.path must be a string, got the integer 5.'],
    [{ edits: [{ action: 'delete', path: 'a', txt: '' }] }, 'unknown parameter "txt"; known are action, path.'],
    [
      { edit: { action: 'remove', path: 'a' } },
      'edit must be an object with action: "create" or an object with action: "delete", got an object.',
    ],
    [
      { edit: 7 },
      'edit must be an object with action: "create" or an object with action: "delete", got the integer 7.',
    ],
    [{ shape: { y: 1 } }, 'shape must be an object with x or an object with r, got an object.'],
    [{ lists: 'x' }, 'lists must be an array, got the string "x".'],
  ])(
    '%j is refused with what the form it was meant for lacks, or with the forms there are',
    async (params, message) => {
      expect(await complaint('choose', params)).toBe(`choose: ${message}`);
    },
  );

  it('is described through the references of the branches', async () => {
    const message = await complaint('foreign', { edit: { action: 'x' } });
    expect(message).toContain('edit must be an object with action: "create" or an object with action: "delete"');
  });
});

describe('schemas of other tools', () => {
  it('name unevaluated properties in the error', async () => {
    expect(await complaint('foreign', { neer: 'x' })).toContain('unknown parameter "neer"');
  });

  it('with an integer or null refuse integers that lose digits', async () => {
    expect(await complaint('foreign', { whole: 2 ** 60 })).toContain('whole must be <=');
    expect(await complaint('foreign', { whole: null })).toBeUndefined();
  });
});
