import { describe, expect, it } from 'vitest';
import {
  MemoryArtifactStore,
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type AnyActivityEvent,
  type ToolLogger,
} from '../src/index.ts';
import { createRedact } from '../src/redaction.ts';

const SECRET = 'sk-12345';
const hide = (text: string): string => text.replaceAll(SECRET, '***');

/** A tool that reveals its secret everywhere, with everything that others can see of it. */
function leak(redact: ((text: string) => string) | undefined, services = {}) {
  const seen: unknown[] = [];
  const received: unknown[] = [];
  const log = (...line: unknown[]): void => void seen.push(line);
  const logger: ToolLogger = { debug: log, info: log, warn: log, error: log };
  const tools = new ToolCoordinator({
    logger,
    limits: { maxOutputChars: 10 },
    services,
    ...(redact && { redact }),
  }).register(
    defineTool({
      name: 'leak',
      parameters: Type.Object({ token: Type.String(), headers: Type.Record(Type.String(), Type.String()) }),
      async execute(params, { emitOutput, emitProgress, logger: own, services: given }) {
        received.push(params);
        emitOutput(`out ${SECRET}`);
        emitProgress(1, 2, `progress ${SECRET}`);
        own.info(`log ${SECRET}`, { deep: [{ token: SECRET }], error: new Error(SECRET), map: new Map([[SECRET, 1]]) });
        own.debug(SECRET);
        const info = { owner: { principalId: '', taskId: 'default' }, description: `about ${SECRET}` };
        const ref = await given.artifacts?.put(`artifact ${SECRET}`, info);
        return ok(`value ${SECRET} ${ref?.id}`);
      },
    }),
  );
  tools.activity.subscribe('*', (event) => seen.push(event));
  return { tools, seen, received };
}

const ARGUMENTS = { token: SECRET, headers: { [SECRET]: 'x' } };

describe('redact', () => {
  it('is applied to every event, log line and artifact', async () => {
    const { tools, seen } = leak(hide);
    await tools.execute('leak', ARGUMENTS);
    await tools.execute('leak', { token: SECRET } as never);
    const text = JSON.stringify([seen, tools.activity.recent()]);
    expect(text).not.toContain(SECRET);
    for (const said of ['out ***', 'progress ***', 'log ***', '"token":"***"', 'value ***', '"***":"x"'])
      expect(text).toContain(said);
  });

  it('changes neither the arguments of the handler nor the result of the caller', async () => {
    const { tools, received } = leak(hide);
    const result = await tools.execute('leak', ARGUMENTS);
    expect(received).toEqual([ARGUMENTS]);
    expect(result).toMatchObject({ value: expect.stringContaining(SECRET) });
  });

  it('covers artifacts that core stores and that handlers store, in every store', async () => {
    for (const services of [{}, { artifacts: new MemoryArtifactStore() }]) {
      const { tools } = leak(hide, services);
      const result = await tools.execute('leak', ARGUMENTS);
      const own = String(result.ok && result.value)
        .split(' ')
        .at(-1);
      const whole = result.metadata.artifacts?.[0];
      expect(whole?.description).toBeDefined();
      const query = { owner: { principalId: '', taskId: 'default' } };
      let store: { read(id: string, query: object): Promise<unknown> } | undefined;
      tools.use({
        name: 'store',
        execute: (params, context, next) => {
          store = context.services.artifacts;
          return next(params);
        },
      });
      await tools.execute('leak', ARGUMENTS);
      expect(await store?.read(own ?? '', query)).toMatchObject({ text: 'artifact ***' });
      expect(await store?.read(whole?.id ?? '', query)).toMatchObject({ text: expect.stringContaining('value ***') });
    }
  });

  it('is in the context only if the host gives one', async () => {
    const shown: unknown[] = [];
    for (const redact of [hide, undefined]) {
      const { tools } = leak(redact);
      tools.use({
        name: 'shows',
        execute: (params, context, next) => {
          shown.push(context.redact?.(params));
          return next(params);
        },
      });
      await tools.execute('leak', ARGUMENTS);
    }
    expect(shown).toEqual([{ token: '***', headers: { '***': 'x' } }, undefined]);
  });

  it('that throws lets no text through', async () => {
    const failing = [
      () => {
        throw new Error('broken');
      },
      () => 7 as unknown as string,
    ];
    for (const redact of failing) {
      const { tools, seen } = leak(redact);
      const result = await tools.execute('leak', ARGUMENTS);
      expect(result.ok).toBe(true);
      const text = JSON.stringify(seen);
      expect(text).not.toContain(SECRET);
      expect(text).toContain('[redacted]');
      const types = seen.filter((item): item is AnyActivityEvent => !Array.isArray(item)).map(({ type }) => type);
      expect(types).toContain('tool_call_end');
    }
  });

  it('replaces values that are not plain data or cannot be read', () => {
    const redact = createRedact(hide);
    expect(redact({ a: new Map(), b: Buffer.from('x'), c: () => SECRET, d: 1, e: null, f: true })).toEqual({
      a: '[redacted]',
      b: '[redacted]',
      c: '[redacted]',
      d: 1,
      e: null,
      f: true,
    });
    const unreadable = {
      get secret(): string {
        throw new Error('no');
      },
    };
    expect(redact(unreadable)).toBe('[redacted]');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(JSON.stringify(redact(circle))).toContain('[redacted]');
    expect(redact({ text: SECRET, circle })).toMatchObject({ text: '***' });
  });
});
