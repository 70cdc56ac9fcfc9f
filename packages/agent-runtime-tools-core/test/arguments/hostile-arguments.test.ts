import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, Type, defineTool, ok, parseArguments, printable } from '../../src/index.ts';

interface ArgumentCase {
  id: string;
  schema_kind: string;
  json: string;
  expect: string;
  why: string;
  generate?: string;
}

const cases = JSON.parse(
  readFileSync(new URL('../fixtures/argument-cases.json', import.meta.url), 'utf8'),
) as ArgumentCase[];

/** The large cases are written down by what they are made of. */
function textOf({ json, generate }: ArgumentCase): string {
  if (generate === 'string of 32 MB') return JSON.stringify({ a: 'x'.repeat(32 * 1024 * 1024) });
  if (generate === '100000 keys')
    return JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1])));
  if (generate !== undefined) throw new Error(`unknown generator ${generate}`);
  return json;
}

const seen: unknown[] = [];
const tools = new ToolCoordinator({ limits: { graceMs: 50 } });
const note = (name: string, parameters: ReturnType<typeof Type.Object>) =>
  tools.register(
    defineTool({
      name,
      parameters,
      execute: async (params) => {
        seen.push(params);
        return ok(params);
      },
    }),
  );
note('object', Type.Object({ path: Type.Optional(Type.String()) }));
note('string-path', Type.Object({ path: Type.String() }));
note('integer', Type.Object({ n: Type.Integer() }));
note('log', Type.Object({ q: Type.String() }));
note('read_file', Type.Object({}));
note('mcp__fs__read', Type.Object({}));

/** As a host would: the provider's JSON text, strictly read, then executed. */
async function attempt(argumentCase: ArgumentCase) {
  const parsed = parseArguments(textOf(argumentCase));
  if (!parsed.ok) return { ok: false as const, error: parsed.error, metadata: {} };
  if (argumentCase.schema_kind.endsWith('tool-name')) return tools.execute((parsed.value as { tool: string }).tool, {});
  if (argumentCase.schema_kind === 'timeout') {
    return tools.execute('object', {}, { timeoutMs: (parsed.value as { timeout_ms: number }).timeout_ms });
  }
  return tools.execute(argumentCase.schema_kind, parsed.value);
}

describe('hostile arguments', () => {
  it.each(cases)('$id ($schema_kind): $why', async (argumentCase) => {
    const before = seen.length;
    const result = await attempt(argumentCase);
    const accepted = result.ok;
    switch (argumentCase.expect) {
      case 'reject':
        expect(accepted).toBe(false);
        expect(seen.length).toBe(before);
        break;
      case 'accept':
      case 'clamp_or_reject':
        expect(accepted).toBe(true);
        break;
      case 'reject_or_accept':
        expect(accepted ? seen.length : before).toBe(accepted ? before + 1 : before);
        break;
      default:
        expect.unreachable(`unknown expectation ${argumentCase.expect}`);
    }
    const clean: Record<string, unknown> = {};
    expect(clean['isAdmin']).toBeUndefined();
    expect(clean['x']).toBeUndefined();
  });

  it('are treated the same as objects and as text', async () => {
    for (const argumentCase of cases.filter(({ schema_kind: kind }) => kind === 'object' || kind === 'string-path')) {
      let value: unknown;
      try {
        value = JSON.parse(textOf(argumentCase));
      } catch {
        continue;
      }
      const result = await tools.execute(argumentCase.schema_kind, value);
      // A duplicate key is gone once JSON.parse is through: only the strict reader can see it.
      const refused = argumentCase.expect === 'reject' && argumentCase.id !== 'arg-006';
      expect(!result.ok || !refused, argumentCase.id).toBe(true);
    }
  });

  it('never put raw control characters into a message', async () => {
    const result = await tools.execute('log', { q: 42, '\u001b[2J\u202e': 1 });
    expect(result.ok).toBe(false);
    const text = JSON.stringify(result);
    expect(printable(text)).toBe(text);
    if (!result.ok) expect(printable(result.error.message)).toBe(result.error.message);
  });
});

describe('arguments that JSON cannot represent', () => {
  it.each<[string, () => unknown]>([
    ['a symbol for a key', () => ({ anything: { [Symbol('hidden')]: () => 'live' } })],
    [
      'values of a made-up prototype',
      () => Object.assign(Object.create(bare({ path: 'inherited' })) as object, { x: 1 }),
    ],
  ])('as %s are refused', async (_, params) => {
    expect(await strict.execute<string>('open', params())).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(await strict.execute<string>('closed', params())).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });

  it('are accepted as plain objects of another realm', async () => {
    expect((await strict.execute<string>('closed', runInNewContext('({ path: "a" })'))).ok).toBe(true);
  });

  const bare = (members: object): object => Object.assign(Object.create(null) as object, members);
  const strict = new ToolCoordinator()
    .register(
      defineTool({ name: 'open', parameters: Type.Object({ anything: Type.Unknown() }), execute: async () => ok(1) }),
    )
    .register(
      defineTool({ name: 'closed', parameters: Type.Object({ path: Type.String() }), execute: async () => ok(1) }),
    );
});

describe('parseArguments', () => {
  it.each([null, undefined, 5, {}])('refuses %j, which is not text', (text) => {
    expect(parseArguments(text as never)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
  });

  it('reads plain JSON', () => {
    expect(parseArguments('{"a":[1,2.5,-3e2,true,null,"\\u00e9\\ud83d\\ude00"],"b":{"a":"a"}}')).toEqual({
      ok: true,
      value: { a: [1, 2.5, -300, true, null, 'é😀'], b: { a: 'a' } },
    });
  });

  it.each([
    ['a duplicate key', '{"a":1,"a":2}', 'the key "a" appears twice'],
    ['a duplicate key written with escapes', '{"path":1,"\\u0070ath":2}', 'appears twice'],
    ['a duplicate key deep inside', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}', 'appears twice'],
    ['a lone surrogate', '{"a":"\\ud800"}', 'half of a surrogate pair'],
    ['too much depth', `${'['.repeat(100)}${']'.repeat(100)}`, 'nested deeper'],
    ['trailing text', '{} {}', ''],
    ['comments', '{} // x', ''],
    ['single quotes', "{'a':1}", ''],
    ['an unclosed string', '{"a":"b', ''],
    ['nothing', '', ''],
    ['an integer that loses digits', '{"n":123456789012345678901}', 'loses digits'],
    ['a number that overflows', '{"n":-1e999}', 'too large'],
    ['a NUL character', '{"a":"\\u0000"}', 'NUL'],
    ['a forbidden key', '{"a":{"__proto__":1}}', 'never accepted'],
  ])('refuses %s', (_, text, reason) => {
    const parsed = parseArguments(text);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    if (!parsed.ok) expect(parsed.error.message).toContain(reason);
  });

  it('accepts the same key in different objects, and values that look like keys', () => {
    expect(parseArguments('{"a":{"a":"a"},"b":["a","a"],"c":"a"}').ok).toBe(true);
  });

  it('answers quickly for large and hostile text', () => {
    // CPU time, because other programs may keep the machine busy.
    const started = process.threadCpuUsage();
    parseArguments(`{"a":"${'\\"'.repeat(2_000_000)}`);
    parseArguments('['.repeat(1_000_000));
    parseArguments('1'.repeat(1_000_000));
    parseArguments(`"${'x'.repeat(15_000_000)}"`);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
