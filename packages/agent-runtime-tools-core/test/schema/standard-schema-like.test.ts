import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RegistrationError, ToolCoordinator, Type, defineTool, ok, type ToolHandler } from '../../src/index.ts';

const zod = defineTool({
  name: 'zod',
  parameters: z.object({
    path: z.string().min(1),
    limit: z.number().int().default(10),
    mail: z.email().optional(),
    when: z.iso
      .date()
      .transform((text) => text.slice(0, 4))
      .optional(),
  }),
  output: z.object({ path: z.string(), limit: z.number(), year: z.string().optional() }),
  requiresApproval: ({ limit }) => limit > 100,
  execute: async ({ path, limit, when }) => ok({ path, limit, ...(when !== undefined && { year: when }) }),
});

const valibot = defineTool({
  name: 'valibot',
  parameters: toStandardJsonSchema(
    v.object({ path: v.pipe(v.string(), v.minLength(1)), limit: v.optional(v.number(), 10) }),
  ),
  output: toStandardJsonSchema(v.object({ path: v.string(), limit: v.number() })),
  execute: async ({ path, limit }) => ok({ path, limit }),
});

const arktype = defineTool({
  name: 'arktype',
  parameters: type({ path: 'string >= 1', limit: 'number = 10' }),
  output: type({ path: 'string', limit: 'number' }),
  execute: async ({ path, limit }) => ok({ path, limit }),
});

describe.each([
  ['Zod', zod],
  ['Valibot', valibot],
  ['ArkType', arktype],
])('a schema of %s', (_, tool) => {
  const tools = new ToolCoordinator().register<ToolHandler>(tool);

  it('passes its defaults to the handler and its JSON Schema to the model', async () => {
    expect(await tools.execute(tool.name, { path: 'a' })).toMatchObject({ ok: true, value: { path: 'a', limit: 10 } });
    expect(await tools.execute(tool.name, '{"path":"a","limit":"3"}')).toMatchObject({ value: { limit: 3 } });
    const [definition] = tools.getToolDefinitions();
    expect(definition?.parameters).toMatchObject({
      type: 'object',
      properties: { path: { type: 'string', minLength: 1 }, limit: {} },
      required: ['path'],
    });
    expect(definition?.output).toMatchObject({ properties: { path: { type: 'string' } } });
  });

  it('refuses invalid and unknown parameters', async () => {
    for (const params of [{}, { path: '' }, { path: 'a', limit: 'many' }, { path: 'a', other: 1 }]) {
      expect(await tools.execute(tool.name, params)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    }
  });

  it('also checks the output', async () => {
    const wrong: object = { ...tool, name: 'wrong', execute: async () => ok({ path: 1, limit: 'x' }) };
    const result = await new ToolCoordinator().register(wrong as ToolHandler).execute('wrong', { path: 'a' });
    expect(result).toMatchObject({ ok: false, error: { code: 'OUTPUT_INVALID' } });
  });
});

describe('a schema of another library', () => {
  it('reports violations that JSON Schema cannot express', async () => {
    const even = defineTool({
      name: 'even',
      parameters: z.object({ a: z.number().refine((n) => n % 2 === 0, 'must be even') }),
      execute: async ({ a }) => ok(a),
    });
    const tools = new ToolCoordinator().register(even);
    expect(await tools.execute('even', { a: 3 })).toMatchObject({
      error: { code: 'VALIDATION_ERROR', message: 'even: a: must be even.' },
    });
    expect(tools.validate('even', { a: 3 })).toEqual({ valid: false, errors: ['a: must be even'] });
    expect(await tools.execute('even', { a: 4 })).toMatchObject({ value: 4 });
  });

  it('transforms the arguments for its tool only', async () => {
    const seen: unknown[] = [];
    const tools = new ToolCoordinator()
      .use({
        name: 'look',
        execute: (params, _, next) => {
          seen.push(params);
          // Handed on again they are checked again, and transformed once.
          return next({ ...(params as object) });
        },
      })
      .register(zod);
    const result = await tools.execute('zod', { path: 'a', when: '2026-01-02' });
    expect(result).toMatchObject({ ok: true, value: { path: 'a', limit: 10, year: '2026' } });
    expect(seen).toEqual([{ path: 'a', limit: 10, when: '2026-01-02' }]);
  });

  it('passes transformed values to requiresApproval', async () => {
    const tools = new ToolCoordinator().register(zod);
    expect(await tools.execute('zod', { path: 'a', limit: 101 })).toMatchObject({
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });

  it('that validates asynchronously is refused, not awaited', async () => {
    const later = defineTool({
      name: 'later',
      parameters: z.object({ a: z.string().refine(async () => Promise.resolve(true)) }),
      execute: async () => ok(1),
    });
    const result = await new ToolCoordinator().register(later).execute('later', { a: 'x' });
    expect(result).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('that cannot be written as JSON Schema is refused with advice', () => {
    const draft = (parameters: object) => () => defineTool({ name: 'x', parameters, execute: async () => ok(1) });
    expect(draft(v.object({ a: v.string() }))).toThrow(/toStandardJsonSchema/);
    expect(draft(z.object({ a: z.date() }))).toThrow(RegistrationError);
  });

  it('is refused where a JSON Schema is expected', () => {
    const plain = { ...zod, validate: undefined, execute: async () => ok(1) };
    const register = (parameters: object) => () => {
      const handler: object = { ...plain, parameters, output: undefined };
      new ToolCoordinator().register(handler as ToolHandler);
    };
    for (const parameters of [
      z.object({ a: z.string() }),
      type({ a: 'string' }),
      v.object({ a: v.string() }),
      Type.Object({ a: z.string() as unknown as ReturnType<typeof Type.String> }),
      { type: 'object', properties: { a: z.string() } },
      { type: 'object', anyOf: [{ properties: { a: v.string() } }] },
      { a: z.string() },
      { a: { type: 'string' } },
      new Map(),
      () => true,
    ])
      expect(register(parameters)).toThrow(RegistrationError);
    expect(register({})).not.toThrow();
    expect(
      register({ type: 'object', properties: { type: { type: 'string' }, pattern: { type: 'string' } } }),
    ).not.toThrow();
    expect(() => new ToolCoordinator().register({ ...zod, output: z.string() as never })).toThrow(/The output of tool/);
  });
});

describe('a tool that names its services', () => {
  const clock = { now: () => 7, schedule: () => () => {} };
  const timed = defineTool({
    name: 'timed',
    services: ['clock'],
    parameters: Type.Object({}),
    execute: async (_, { services }) => ok(services.clock.now()),
  });

  it('receives them, and is not registered without them', async () => {
    expect(() => new ToolCoordinator().register(timed)).toThrow(/needs the service "clock"/);
    expect(() => new ToolCoordinator().registerPack({ name: 'p', version: '1.0.0', tools: [timed] })).toThrow(/clock/);
    const tools = new ToolCoordinator({ services: { clock } }).register(timed);
    expect(await tools.execute('timed', {})).toMatchObject({ value: 7 });
    const pack = {
      name: 'p',
      version: '1.0.0',
      tools: [timed],
      services: { clock: { provideWith: 'x', create: () => clock } },
    };
    expect(await new ToolCoordinator().registerPack(pack).execute('timed', {})).toMatchObject({ value: 7 });
  });
});
