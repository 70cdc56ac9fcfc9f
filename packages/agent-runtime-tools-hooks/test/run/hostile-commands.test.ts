import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hooks, type CommandHookConfig, type HookType } from '../../src/index.ts';
import { noteTools } from '../note-tool.ts';

let folder = '';
let tag = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  tag = randomUUID();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly result: ToolResult;
  readonly texts: readonly string[];
  readonly ms: number;
}

/** Runs the tool with one hook. Whatever the hook started carries the tag, and must be gone afterwards. */
async function run(type: HookType, command: string, more: Partial<CommandHookConfig> = {}): Promise<Run> {
  const notes = { texts: [] };
  const config = { name: 'hostile', type, toolPatterns: ['*'], command, env: { HOOK_TAG: tag }, ...more };
  const tools = noteTools(notes).use(hooks([config]));
  const startedAt = performance.now();
  const result: ToolResult = await tools.execute('note', { text: 'a' }, { cwd: folder });
  const ms = performance.now() - startedAt;
  expect(taggedProcesses(tag)).toEqual([]);
  await tools.shutdownAll();
  return { result, texts: notes.texts, ms };
}

const blocked = (why: string): object => ({
  ok: false,
  error: { code: 'HOOK_BLOCKED', details: { hook: 'hostile', why }, message: expect.any(String) },
});

describe('a hook before the tool', () => {
  it.each([
    ['hangs', 'sleep 600', 'did not finish within 400 ms'],
    ['hangs and ignores the polite signal', 'trap "" TERM INT; while :; do sleep 1; done', 'did not finish'],
    ['does not read its input and hangs', 'exec sleep 600 <&-', 'did not finish'],
  ])('that %s denies the call when its time is up', async (_, command, message) => {
    const { result, texts, ms } = await run('PreToolUse', command, { timeoutMs: 400 });
    expect(result).toMatchObject(blocked('failed'));
    expect(result.ok || result.error.message).toContain(message);
    expect(texts).toEqual([]);
    expect(ms).toBeLessThan(8000);
  });

  it.each([
    ['a child', '(sleep 600 &) ; exit 0'],
    ['a child that keeps stdout open', 'sleep 600 & echo fine; exit 0'],
    ['a child in a session of its own', 'setsid sleep 600 & sleep 0.1; exit 0'],
    ['a double fork that ignores signals', '(setsid bash -c "trap \'\' TERM HUP; sleep 600" &) ; sleep 0.2; exit 0'],
  ])('that leaves %s behind ends at its own exit, and so does the child', async (_, command) => {
    const { result, texts, ms } = await run('PreToolUse', command, { timeoutMs: 30_000 });
    expect(result.ok).toBe(true);
    expect(texts).toEqual(['a']);
    expect(ms).toBeLessThan(10_000);
  });

  it('that prints without end is stopped early, in little memory', async () => {
    const before = process.memoryUsage().rss;
    const { result, texts, ms } = await run('PreToolUse', 'head -c 1000000000 /dev/zero | tr "\\0" x', {
      timeoutMs: 60_000,
    });
    expect(result).toMatchObject(blocked('failed'));
    expect(result.ok || result.error.message).toContain('printed more than 1000000 characters');
    expect(texts).toEqual([]);
    expect(ms).toBeLessThan(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 << 20);
  }, 60_000);

  it('that complains without end on stderr is stopped as well', async () => {
    const { result } = await run('PreToolUse', 'yes complaint >&2', { timeoutMs: 60_000 });
    expect(result).toMatchObject(blocked('failed'));
  }, 60_000);

  it.each([
    ['half of a JSON object', 'printf \'{"cancel": true\''],
    ['two answers', 'echo \'{"decision":"allow"}{"decision":"allow"}\''],
    ['an answer and other text', 'echo \'{"decision":"allow"} done\''],
    ['progress and then an answer', 'echo checking; echo \'{"decision":"deny"}\''],
    ['an answer with a decision that is invalid', 'echo \'{"decision":"yes"}\''],
    ['a cancel that is no boolean', 'echo \'{"cancel":"true"}\''],
    ['an answer with nothing in it that is known', 'echo \'{"cancle":true}\''],
    ['parameters that are none', 'echo \'{"modifiedParams":[1]}\''],
  ])('that prints %s denies the call', async (_, command) => {
    const { result, texts } = await run('PreToolUse', command);
    expect(result).toMatchObject(blocked('failed'));
    expect(texts).toEqual([]);
  });

  it.each([
    [1, 'exit 1', 'failed'],
    [2, 'exit 2', 'denied'],
    [3, 'exit 3', 'failed'],
    [127, 'no-such-program-anywhere', 'failed'],
    [126, '/etc/passwd', 'failed'],
    [255, 'exit 255', 'failed'],
  ])('that ends with exit code %d denies the call', async (_, command, why) => {
    const { result, texts } = await run('PreToolUse', command);
    expect(result).toMatchObject(blocked(why));
    expect(texts).toEqual([]);
  });

  it.each(['KILL', 'SEGV', 'TERM', 'PIPE'])('that dies by SIG%s denies the call', async (signal) => {
    const { result, texts } = await run('PreToolUse', `kill -${signal} $$`);
    expect(result).toMatchObject(blocked('failed'));
    expect(texts).toEqual([]);
  });

  it('that is missing, or whose interpreter is, denies the call', async () => {
    writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
    for (const command of ['./script', './missing']) {
      for (const more of [{}, { args: [] }]) {
        expect((await run('PreToolUse', command, more)).result).toMatchObject(blocked('failed'));
      }
    }
  });

  it('that does not read a large input is no trouble', async () => {
    const notes = { texts: [] };
    const tools = noteTools(notes).use(
      hooks({ name: 'deaf', type: 'PreToolUse', toolPatterns: ['*'], command: 'exec <&-; exit 0' }),
    );
    expect((await tools.execute('note', { text: 'x'.repeat(9999) })).ok).toBe(true);
    await tools.shutdownAll();
  });

  it('is ended when the call is cancelled', async () => {
    const notes = { texts: [] };
    const config = {
      name: 'slow',
      type: 'PreToolUse',
      toolPatterns: ['*'],
      command: 'sleep 600',
      env: { HOOK_TAG: tag },
    } as const;
    const tools = noteTools(notes).use(hooks(config));
    const controller = new AbortController();
    const pending = tools.execute('note', { text: 'a' }, { signal: controller.signal });
    await expect.poll(() => taggedProcesses(tag).length).toBeGreaterThan(0);
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    await expect.poll(() => taggedProcesses(tag)).toEqual([]);
    expect(notes.texts).toEqual([]);
    await tools.shutdownAll();
  });

  it('is ended when the tools are shut down', async () => {
    const config = {
      name: 'slow',
      type: 'PreToolUse',
      toolPatterns: ['*'],
      command: 'sleep 600',
      env: { HOOK_TAG: tag },
    } as const;
    const tools = noteTools().use(hooks(config));
    const pending = tools.execute('note', { text: 'a' });
    await expect.poll(() => taggedProcesses(tag).length).toBeGreaterThan(0);
    await tools.shutdownAll();
    expect((await pending).ok).toBe(false);
    await expect.poll(() => taggedProcesses(tag)).toEqual([]);
  });

  it('gets the variables that the host gives it, but cannot hide how deep hooks are nested', async () => {
    const env = { PATH: '/usr/bin:/bin', TOOLBOX_HOOK_DEPTH: '-100', MINE: 'yes' };
    const { result } = await run('PreToolUse', 'echo "$PATH $TOOLBOX_HOOK_DEPTH $MINE"', { env });
    expect(result.metadata.contextModifications).toEqual(['/usr/bin:/bin 1 yes']);
  });

  it('sees no secrets and no loader variables of this process', async () => {
    Object.assign(process.env, { SOME_TOKEN: 'secret', AWS_SECRET_ACCESS_KEY: 'secret', NODE_OPTIONS: '' });
    try {
      const { result } = await run('PreToolUse', 'env');
      const [seen = ''] = result.metadata.contextModifications ?? [];
      expect(seen).toContain('PATH=');
      expect(seen).not.toMatch(/secret|NODE_OPTIONS|_TOKEN|_KEY=|LD_/);
    } finally {
      delete process.env['SOME_TOKEN'];
      delete process.env['AWS_SECRET_ACCESS_KEY'];
      delete process.env['NODE_OPTIONS'];
    }
  });
});

describe('a hook after the tool', () => {
  it.each([
    ['hangs', 'sleep 600'],
    ['prints without end', 'yes'],
    ['prints garbage', 'echo "{"'],
    ['is missing', 'no-such-program-anywhere'],
    ['dies', 'kill -KILL $$'],
    ['fails', 'exit 1'],
  ])(
    'that %s leaves the result as it is and is reported',
    async (_, command) => {
      const { result } = await run('PostToolUse', command, { timeoutMs: 1500 });
      expect(result).toMatchObject({
        ok: true,
        value: 'noted a',
        metadata: { warnings: [expect.stringContaining('Hook "hostile" failed')] },
      });
    },
    30_000,
  );

  it('withholds the result when it is configured to fail closed', async () => {
    const { result, texts } = await run('PostToolUse', 'exit 1', { onFailure: 'block' });
    expect(result).toMatchObject({ ok: false, error: { code: 'HOOK_STOPPED', details: { why: 'failed' } } });
    expect(texts).toEqual(['a']);
  });
});

describe('a hook before the tool that may fail open', () => {
  it.each(['exit 1', 'echo "{"', 'no-such-program-anywhere', 'kill -9 $$'])(
    'lets the call go on: %s',
    async (command) => {
      const { result, texts } = await run('PreToolUse', command, { onFailure: 'continue' });
      expect(result).toMatchObject({ ok: true, metadata: { warnings: [expect.stringContaining('failed')] } });
      expect(texts).toEqual(['a']);
    },
  );
});
