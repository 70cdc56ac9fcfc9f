import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ToolCoordinator,
  Type,
  defineTool,
  fail,
  ok,
  type ToolMiddleware,
  type ToolPhase,
  type ToolResult,
} from '../src/index.ts';
import { readFile } from './sample-tools.ts';

const open = defineTool({
  name: 'open',
  parameters: Type.Object({}, { additionalProperties: true }),
  execute: async (params) => ok(params),
});

describe('arbitrary JSON as arguments', () => {
  const tools = new ToolCoordinator().register(readFile).register(open);

  it("never makes execute reject, never changes the caller's object, never pollutes a prototype", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('read_file', 'open', 'nothing'),
        fc.jsonValue({ maxDepth: 4 }),
        async (name, value) => {
          const before = JSON.stringify(value);
          const result = await tools.execute(name, value);
          expect(typeof result.ok).toBe('boolean');
          expect(JSON.stringify(value)).toBe(before);
        },
      ),
      { numRuns: 500 },
    );
    for (const key of ['isAdmin', 'x', 'polluted']) expect(({} as Record<string, unknown>)[key]).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 30_000);

  it('with hostile keys at any depth are refused', async () => {
    const wrap = fc.array(fc.constantFrom('a', 'b', '0'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(wrap, fc.constantFrom('__proto__', 'constructor', 'prototype'), async (path, key) => {
        let value: unknown = JSON.parse(`{"${key}":{"polluted":true}}`);
        for (const step of path) value = { [step]: value };
        expect(await tools.execute('open', value as object)).toMatchObject({
          ok: false,
          error: { code: 'VALIDATION_ERROR' },
        });
      }),
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('that are not JSON at all are refused, whatever they are', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const throwing = {
      get path(): string {
        throw new Error('gotcha');
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const values: unknown[] = [
      cyclic,
      throwing,
      revoked.proxy,
      () => 1,
      Symbol('x'),
      1n,
      new Date(),
      new Map(),
      new (class A {
        path = 'a';
      })(),
      { path: undefined, x: () => 1 },
      Array.from({ length: 1 }),
      { path: Number.NaN },
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ];
    for (const value of values) expect((await tools.execute('read_file', value as { path: string })).ok).toBe(false);
  });

  it('are read once: with a changing getter, the value that was checked is the value that runs', async () => {
    let reads = 0;
    const shifty = {
      get path() {
        return reads++ === 0 ? 'good' : '/etc/passwd';
      },
    };
    expect(await tools.execute('read_file', shifty)).toMatchObject({ ok: true, value: { content: 'good@0' } });
  });
});

describe('any mix of throwing middlewares, listeners and handlers', () => {
  type Behaviour = 'fine' | 'throw' | 'reject' | 'garbage' | 'fail' | 'late-throw' | 'twice';
  const behaviour = fc.constantFrom<Behaviour>('fine', 'throw', 'reject', 'garbage', 'fail', 'late-throw', 'twice');
  const phase = fc.constantFrom<ToolPhase>('observe', 'guard', 'hook', 'approve', 'around');

  function middleware(name: string, how: Behaviour, where: ToolPhase): ToolMiddleware {
    return {
      name,
      phase: where,
      execute(params, _context, next) {
        switch (how) {
          case 'throw':
            throw new Error('boom');
          case 'reject':
            return Promise.reject(new Error('boom'));
          case 'garbage':
            return Promise.resolve(undefined as unknown as ToolResult);
          case 'fail':
            return Promise.resolve(fail('NO', 'no'));
          case 'late-throw':
            return next(params).then(() => {
              throw new Error('late');
            });
          case 'twice':
            return (async () => {
              await next(params);
              return next(params);
            })();
          default:
            return next(params);
        }
      },
    };
  }

  it('yields exactly one start, one end and one result per call', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(behaviour, phase), { maxLength: 6 }),
        fc.constantFrom<Behaviour>('fine', 'throw', 'reject', 'garbage', 'fail'),
        fc.array(fc.constantFrom('fine', 'throw', 'reject'), { maxLength: 3 }),
        async (middlewares, handler, listeners) => {
          const tools = new ToolCoordinator().register(
            defineTool({
              name: 'subject',
              parameters: Type.Object({}),
              execute() {
                if (handler === 'throw') throw new Error('boom');
                if (handler === 'reject') return Promise.reject(new Error('boom'));
                if (handler === 'garbage') return Promise.resolve(null as unknown as ToolResult<string>);
                return Promise.resolve(handler === 'fail' ? fail('NO', 'no') : ok('yes'));
              },
            }),
          );
          middlewares.forEach(([how, where], index) => tools.use(middleware(`m${index}`, how, where)));
          const counts: Record<string, number> = {};
          for (const how of listeners) {
            tools.activity.subscribe('*', () => {
              if (how === 'throw') throw new Error('listener');
              return how === 'reject' ? Promise.reject(new Error('listener')) : undefined;
            });
          }
          tools.activity.subscribe('*', (event) => void (counts[event.type] = (counts[event.type] ?? 0) + 1));
          const results = await Promise.all([tools.execute('subject', {}), tools.execute('subject', {})]);
          expect(counts['tool_call_start']).toBe(2);
          expect(counts['tool_call_end']).toBe(2);
          expect(counts['error'] ?? 0).toBe(results.filter((result) => !result.ok).length);
          expect(tools.getStats()).toMatchObject({ totalExecutions: 2, inFlight: 0 });
          const allFine = handler === 'fine' && middlewares.every(([how]) => how === 'fine' || how === 'twice');
          expect(results.every((result) => result.ok)).toBe(allFine);
        },
      ),
      { numRuns: 500 },
    );
  });
});
