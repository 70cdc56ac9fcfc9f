import { type as arktype } from 'arktype';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';
import {
  ToolCoordinator,
  Type,
  definePack,
  defineTool,
  ok,
  type AnyTools,
  type ArtifactStore,
  type JsonSchemaToolDefinition,
  type Tool,
  type ToolHandler,
  type ToolMiddleware,
  type ToolResult,
  type ToolView,
} from '../src/index.ts';

/** Compiles only when both types are the same. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- two deferred conditionals are equal only if their types are.
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_proof: Same<A, B>): void {}

const readFile = defineTool({
  name: 'read_file',
  parameters: Type.Object({ path: Type.String(), limit: Type.Optional(Type.Integer()) }),
  output: Type.Object({ content: Type.String() }),
  async execute(params) {
    same<typeof params, { path: string; limit?: number }>(true);
    return ok({ content: params.path });
  },
});
same<typeof readFile, Tool<'read_file', { path: string; limit?: number }, { content: string }>>(true);

const count = defineTool({
  name: 'count',
  parameters: Type.Object({ words: Type.Array(Type.String()) }),
  execute: async ({ words }) => ok(words.length),
});
same<typeof count, Tool<'count', { words: string[] }, number>>(true);

defineTool({
  name: 'wrong_output',
  parameters: Type.Object({}),
  // @ts-expect-error the value does not fit the output schema
  output: Type.Object({ content: Type.String() }),
  execute: async () => ok({ content: 42 }),
});

const pack = definePack({ name: 'p', version: '1.0.0', tools: [readFile, count], aliases: { cat: 'read_file' } });
// @ts-expect-error an alias must lead to a tool of the pack
definePack({ name: 'p', version: '1.0.0', tools: [readFile], aliases: { cat: 'reed_file' } });

const registered = new ToolCoordinator().registerPack(pack);
const chained = new ToolCoordinator()
  .use({ name: 'm', execute: (params, _, next) => next(params) })
  .register(readFile)
  .registerAlias('x', 'read_file')
  .register(count);

async function results(dynamic: string): Promise<void> {
  const read = await registered.execute('read_file', { path: 'a' }, { taskId: 'task-1' });
  same<typeof read, ToolResult<{ content: string }>>(true);
  if (read.ok) same<typeof read.value.content, string>(true);
  else same<typeof read.error.code, string>(true);

  const alias = await registered.execute('cat', { path: 'a' });
  same<typeof alias, ToolResult<{ content: string }>>(true);
  const counted = await chained.execute('count', { words: [] });
  same<typeof counted, ToolResult<number>>(true);
  const unknown = await registered.execute(dynamic, { anything: true });
  same<typeof unknown, ToolResult>(true);
  const viewed = await registered.view(['count']).execute('count', { words: ['a'] });
  same<typeof viewed, ToolResult<number>>(true);

  // @ts-expect-error path is missing
  await registered.execute('read_file', {});
  // @ts-expect-error words must be strings
  await chained.execute('count', { words: [1] });
  // @ts-expect-error there is no such option
  await chained.execute('count', { words: [] }, { task: 'x' });
}
void results;

/** Any tool is a handler of unknown parameters, so lists of tools are easy to write. */
export const handlers: ToolHandler[] = [readFile, count];

export const forgetful: ToolMiddleware = {
  name: 'forgetful',
  // @ts-expect-error a middleware that forgets to return what next gives does not compile
  async execute(params, _context, next) {
    await next(params);
  },
};

// A function that takes any tools takes a coordinator and a view that know theirs.
async function callAny(tools: AnyTools, name: string): Promise<ToolResult> {
  return tools.execute(name, { path: 'a' });
}
const known = new ToolCoordinator().register(readFile);
void callAny(known, 'read_file');
void callAny(known.view(['read_file']), 'read_file');

// So does one that takes a plain coordinator or view.
function plain(_tools: ToolCoordinator): void {}
function plainView(_tools: ToolView): void {}
plain(known);
plain(registered);
plainView(known);
plainView(known.view(['read_file']));
// @ts-expect-error a view cannot register tools
plain(known.view(['read_file']));

async function selected(): Promise<void> {
  const byName = await known.view('read_file').execute('read_file', { path: 'a' });
  same<typeof byName, ToolResult<{ content: string }>>(true);
  const byPack = await known.view('pack:files').execute('read_file', { path: 'a' });
  same<typeof byPack, ToolResult<{ content: string }>>(true);
  // @ts-expect-error the view knows what the tool takes
  await known.view(['read_file', 'tag:x']).execute('read_file', {});
  const [definition] = known.getToolDefinitions();
  same<typeof definition, JsonSchemaToolDefinition | undefined>(true);
}
void selected;

// Schemas of other libraries: the handler gets what they make of the arguments, the caller gives what they take.
const foreign = defineTool({
  name: 'foreign',
  parameters: z.object({ path: z.string(), limit: z.number().default(10) }),
  output: z.object({ lines: z.array(z.string()) }),
  async execute(params) {
    same<typeof params, { path: string; limit: number }>(true);
    return ok({ lines: [params.path] });
  },
});
const ark = defineTool({
  name: 'ark',
  parameters: arktype({ path: 'string', 'deep?': 'boolean' }),
  async execute(params) {
    same<typeof params.path, string>(true);
    return ok(params.deep ?? false);
  },
});
const valibotTool = defineTool({
  name: 'valibot',
  parameters: toStandardJsonSchema(v.object({ path: v.string(), limit: v.optional(v.number(), 10) })),
  output: toStandardJsonSchema(v.object({ lines: v.array(v.string()) })),
  async execute(params) {
    same<typeof params, { path: string; limit: number }>(true);
    return ok({ lines: [params.path] });
  },
});
const arkOutput = defineTool({
  name: 'ark_output',
  parameters: arktype({ path: 'string' }),
  output: arktype({ size: 'number' }),
  execute: async () => ok({ size: 1 }),
});
defineTool({
  name: 'wrong',
  parameters: arktype({ path: 'string' }),
  // @ts-expect-error size is a number
  output: arktype({ size: 'number' }),
  execute: async () => ok({ size: 'large' }),
});
async function foreignResults(): Promise<void> {
  const tools = new ToolCoordinator().register(foreign).register(ark).register(valibotTool).register(arkOutput);
  const fromValibot = await tools.execute('valibot', { path: 'a' });
  same<typeof fromValibot, ToolResult<{ lines: string[] }>>(true);
  // @ts-expect-error limit is a number
  await tools.execute('valibot', { path: 'a', limit: '3' });
  const fromArk = await tools.execute('ark_output', { path: 'a' });
  same<typeof fromArk, ToolResult<{ size: number }>>(true);
  const result = await tools.execute('foreign', { path: 'a' });
  same<typeof result, ToolResult<{ lines: string[] }>>(true);
  // @ts-expect-error limit is a number
  await tools.execute('foreign', { path: 'a', limit: '3' });
  // @ts-expect-error path is missing
  await tools.execute('ark', {});
}
void foreignResults;

// A service that a tool names is known to be there; others may be missing.
defineTool({
  name: 'with_services',
  services: ['artifacts'],
  parameters: Type.Object({}),
  requiresApproval: (_, { services }) => services.artifacts.put !== undefined,
  async execute(_, { services }) {
    same<typeof services.artifacts.put, ArtifactStore['put']>(true);
    // @ts-expect-error nothing says that there is a clock
    return ok(services.clock.now());
  },
});
// @ts-expect-error there is no such service
defineTool({ name: 'x', services: ['artefacts'], parameters: Type.Object({}), execute: async () => ok(1) });
