import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, type ToolMiddleware } from '../../../src/index.ts';

/** A tool with a schema and a rendering of its own, and an approver that answers in its place. */
function createAnswered(answer: unknown, ...more: ToolMiddleware[]) {
  const list = defineTool({
    name: 'list',
    parameters: Type.Object({}),
    output: Type.Object({ files: Type.Array(Type.String()) }),
    requiresApproval: true,
    toModelOutput: ({ files }) => [{ type: 'text', text: `files: ${String(files)}` }],
    preview: (result) => [`own preview, ${String(result.ok)}`],
    execute: async () => ok({ files: ['from the tool'] }),
  });
  const person: ToolMiddleware = { name: 'person', phase: 'approve', execute: async () => ok(answer) };
  const tools = new ToolCoordinator().use(person).register(list);
  for (const each of more) tools.use(each);
  return tools;
}

describe('an answer that an approver gives in the place of the tool', () => {
  it.each([[{ text: 'two files' }], ['two files'], [null]])(
    'reaches the model as it is, whatever the output schema of the tool: %j',
    async (answer) => {
      const tools = createAnswered(answer);
      const result = await tools.execute('list', {});
      expect(result).toMatchObject({ ok: true, value: answer, metadata: { attempts: 0, answeredInPlace: true } });
      expect(tools.toModelOutput(result)).toEqual([
        typeof answer === 'string' ? { type: 'text', text: answer } : { type: 'json', value: answer },
      ]);
      expect(tools.preview(result).join()).not.toContain('own preview');
      expect(result.metadata.approval).toMatchObject({
        approved: false,
        by: 'person',
        reason: expect.stringContaining('in the place'),
      });
    },
  );

  it('that matches the output schema is shown like a value of the tool', async () => {
    const tools = createAnswered({ files: ['a'] });
    const result = await tools.execute('list', {});
    expect(result.metadata).not.toHaveProperty('answeredInPlace');
    expect(tools.toModelOutput(result)).toEqual([{ type: 'text', text: 'files: a' }]);
    expect(tools.toToolMessages([result], { format: 'mcp' })).toMatchObject([
      { structuredContent: { files: ['a'] }, isError: false },
    ]);
  });

  it('is an error for MCP, whose clients refuse results without the structure that the tool declares', async () => {
    const tools = createAnswered({ text: 'two files' });
    const [message] = tools.toToolMessages([await tools.execute('list', {})], { format: 'mcp' });
    expect(message).toEqual({ content: [{ type: 'text', text: '{"text":"two files"}' }], isError: true });
  });

  it('must still be JSON, and is kept as an artifact if it is long', async () => {
    expect(await createAnswered({ at: 1n }).execute('list', {})).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
    const { metadata } = await createAnswered('x'.repeat(50_000)).execute('list', {});
    expect(metadata.artifacts).toHaveLength(1);
  });

  it('does not exempt what a hook puts in its place from the output schema', async () => {
    const hook: ToolMiddleware = {
      name: 'hook',
      phase: 'hook',
      async execute(params, _, next) {
        await next(params);
        return ok({ other: true });
      },
    };
    const result = await createAnswered({ text: 'two files' }, hook).execute('list', {});
    expect(result).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
  });

  it('is not one that a middleware of another phase gives', async () => {
    const around: ToolMiddleware = { name: 'around', execute: async () => ok({ other: true }) };
    const tools = new ToolCoordinator().use(around).register(
      defineTool({
        name: 'list',
        parameters: Type.Object({}),
        output: Type.Object({ files: Type.Array(Type.String()) }),
        execute: async () => ok({ files: [] }),
      }),
    );
    expect(await tools.execute('list', {})).toMatchObject({ error: { code: 'OUTPUT_INVALID' } });
  });
});
