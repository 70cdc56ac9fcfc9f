import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok } from '../../src/index.ts';

const plain = defineTool({ name: 'plain', parameters: Type.Object({}), execute: async () => ok(1) });

function registered(changes: Record<string, unknown>): ToolCoordinator {
  return new ToolCoordinator().register({ ...plain, ...changes });
}

describe('the registration of a tool', () => {
  it.each<[what: string, changes: Record<string, unknown>]>([
    ['without tags', {}],
    ['with tags', { tags: ['a', 'b'] }],
    ['with an output of any type', { output: { type: 'string' } }],
    ['with a limit of its calls', { limits: { concurrency: 1 } }],
  ])('%s is accepted', (_, changes) => {
    expect(registered(changes).getNames()).toEqual(['plain']);
  });

  it.each<[what: string, changes: Record<string, unknown>, message: string]>([
    ['with a text for tags', { tags: 'a' }, 'Tool "plain": its tags are not a list of texts.'],
    ['with a tag that is no text', { tags: ['a', 1] }, 'Tool "plain": its tags are not a list of texts.'],
    ['without a function', { execute: undefined }, 'Tool "plain" has no execute function.'],
    [
      'with parameters that are no object',
      { parameters: { type: 'string' } },
      'The parameters of tool "plain": the schema must describe an object, not "string".',
    ],
    [
      'with parameters of Zod that nothing has converted',
      { parameters: z.object({ a: z.string() }) },
      'The parameters of tool "plain": the schema is a schema of another library: pass it to defineTool, which converts it.',
    ],
    [
      'with an output of an unknown type',
      { output: { type: 'text' } },
      'The output of tool "plain": the schema has the unknown type "text" at its root.',
    ],
  ])('%s is refused', (_, changes, message) => {
    expect(() => registered(changes)).toThrow(new RegistrationError(message));
  });

  it("checks the pack's tags like the tool's own", () => {
    const pack = { name: 'p', version: '1.0.0', tools: [plain] };
    expect(new ToolCoordinator().registerPack({ ...pack, tags: ['a'] }).getNames()).toEqual(['plain']);
    expect(() => new ToolCoordinator().registerPack({ ...pack, tags: 'a' as never })).toThrow('not a list of texts');
  });

  it('needs a name that is free', () => {
    const tools = registered({});
    expect(() => tools.register(plain)).toThrow(RegistrationError);
    tools.register({ ...plain, name: 'other' });
    expect(tools.getNames()).toEqual(['plain', 'other']);
  });
});
