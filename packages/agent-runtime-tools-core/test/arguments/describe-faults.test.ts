import { describe, expect, it } from 'vitest';
import { ToolCoordinator, defineTool, ok, type ToolHandler } from '../../src/index.ts';

/** What a tool with this parameter says to a call. */
async function faultsOf(schema: object, sent: unknown): Promise<string[]> {
  const tool = defineTool({ name: 'x', parameters: schema, execute: async () => ok(1) } as never) as ToolHandler;
  const tools: ToolCoordinator = new ToolCoordinator().register(tool);
  const result = await tools.execute('x', sent);
  if (result.ok) return [];
  const faults = result.error.details?.['faults'];
  return Array.isArray(faults) ? faults.map((fault: { message: string }) => fault.message) : [result.error.code];
}

function object(properties: object, more: object = {}): object {
  return { type: 'object', properties, additionalProperties: false, ...more };
}

describe('describeFaults', () => {
  it.each<[what: string, schema: object, sent: unknown, message: string]>([
    [
      'a parameter that is missing, with its type and meaning',
      object({ a: { type: 'string', description: 'The path.' } }, { required: ['a'] }),
      {},
      'a is required (string: The path.)',
    ],
    [
      'a parameter that is missing, with its meaning alone',
      object({ a: { description: 'The path.' } }, { required: ['a'] }),
      {},
      'a is required (The path.)',
    ],
    [
      'a parameter that is missing, of which nothing is said',
      object({ a: {} }, { required: ['a'] }),
      {},
      'a is required',
    ],
    [
      'a parameter that nearly has a known name',
      object({ content: { type: 'string' } }),
      { contnet: 'a' },
      'unknown parameter "contnet"; did you mean "content"?',
    ],
    [
      'a parameter that is nothing like the known ones',
      object({ content: {}, path: {} }),
      { zzz: 1 },
      'unknown parameter "zzz"; known are content, path',
    ],
    ['a parameter where there are none', object({}), { zzz: 1 }, 'unknown parameter "zzz"; this takes no parameters'],
    ['another type', object({ a: { type: 'integer' } }), { a: {} }, 'a must be an integer, got an object'],
    [
      'another type, of a list',
      object({ a: { type: 'string' } }),
      { a: [1, 2] },
      'a must be a string, got an array of 2',
    ],
    ['null', object({ a: { type: 'integer' } }, { required: ['a'] }), { a: null }, 'a must be an integer, got null'],
    [
      'a value that is not listed',
      object({ a: { enum: ['b', 'c'] } }),
      { a: 'zzz' },
      'a must be one of "b", "c", got the string "zzz"',
    ],
    ['a value that is not the one', object({ a: { const: 'b' } }), { a: 1.5 }, 'a must be "b", got the number 1.5'],
    [
      'a place within lists and objects',
      object({ a: { type: 'array', items: object({ 'b/c': { type: 'integer' } }) } }),
      { a: [{ 'b/c': true }] },
      'a[0].b/c must be an integer, got the boolean true',
    ],
    [
      'a form that none is',
      object({
        a: {
          anyOf: [
            { type: 'object', properties: { kind: { const: 'x' } }, required: ['kind', 'more'] },
            { type: 'object', properties: {}, required: ['only'] },
          ],
        },
      }),
      { a: true },
      'a must be an object with kind: "x" or an object with only, got the boolean true',
    ],
  ])('names %s', async (_, schema, sent, message) => {
    expect(await faultsOf(schema, sent)).toEqual([message]);
  });
});
