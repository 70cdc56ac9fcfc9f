import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { defineTool, ok, ToolCoordinator, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource, fileResource } from '@ku0/agent-runtime-tools-workspace';
import { approval, FileApprovalStore, type ApprovalOptions, type ApprovalRequest } from '../../src/index.ts';
import { BatchedAsk } from '../../src/gate/batched-ask.ts';
import { Folder } from '../fixtures/folder.ts';
import { storedRequest } from '../fixtures/stores.ts';

/** Tools that really write and really conflict, and what was asked together. */
function desk(folder: Folder, options: ApprovalOptions = {}) {
  const asked: (readonly ApprovalRequest[])[] = [];
  const ran: string[] = [];
  const answers = new Map<string, (request: ApprovalRequest) => boolean>();
  const gatekeeper = approval({
    ...(options.ask === undefined && {
      askAll: (requests) => {
        asked.push(requests);
        return new Map(
          requests.map((request) => [request.id, { approved: answers.get(request.tool)?.(request) ?? true }]),
        );
      },
    }),
    ...options,
  });
  const write = defineTool({
    name: 'write_file',
    parameters: Type.Object({ path: Type.String(), content: Type.String() }),
    capabilities: { writesFiles: true },
    requiresApproval: true,
    resources: ({ path }) => [fileResource(join(folder.path, path), 'write')],
    execute: async ({ path, content }) => {
      ran.push(`write ${path}`);
      writeFileSync(join(folder.path, path), content);
      return ok('done');
    },
  });
  const link = defineTool({
    name: 'make_link',
    parameters: Type.Object({ from: Type.String() }),
    resources: () => [allFilesResource('write')],
    execute: async () => {
      ran.push('link');
      symlinkSync('/etc', join(folder.path, 'made'));
      return ok('done');
    },
  });
  const read = defineTool({
    name: 'read_file',
    parameters: Type.Object({ path: Type.String() }),
    capabilities: { readsFiles: true },
    resources: () => [allFilesResource('read')],
    execute: async ({ path }) => {
      ran.push(`read ${path}`);
      return ok('done');
    },
  });
  const bash = defineTool({
    name: 'bash',
    parameters: Type.Object({ command: Type.String() }),
    capabilities: { executesCommands: true },
    requiresApproval: true,
    resources: () => [allFilesResource('write')],
    execute: async ({ command }) => {
      ran.push(`bash ${command}`);
      return ok('done');
    },
  });
  const tools = new ToolCoordinator({ services: { workspace: folder.workspace } })
    .use(gatekeeper)
    .register(write)
    .register(link)
    .register(read)
    .register(bash);
  const write_file = (path: string, content = 'x') => ({ name: 'write_file', params: { path, content } });
  return { asked, ran, answers, tools, write_file, gatekeeper };
}

const codes = (results: readonly { ok: boolean; error?: { code: string } }[]) =>
  results.map((result) => (result.ok ? 'ok' : result.error?.code));

describe('A batch', () => {
  it('is asked about at once, calls that conflict included, before the first of them runs', async () => {
    using folder = new Folder();
    const { asked, ran, answers, tools, write_file } = desk(folder);
    answers.set('bash', () => ran.length === 0);
    const results = await tools.executeAll([
      { name: 'bash', params: { command: 'touch a' } },
      write_file('b.txt'),
      { name: 'bash', params: { command: 'touch c' } },
    ]);
    expect(codes(results)).toEqual(['ok', 'ok', 'ok']);
    expect(asked.map((requests) => requests.map(({ tool }) => tool))).toEqual([['bash', 'write_file', 'bash']]);
    expect(ran).toEqual(['bash touch a', 'write b.txt', 'bash touch c']);
  });

  it('is asked about in its order, whoever asks and however long each judgement takes', async () => {
    using folder = new Folder();
    const heard: unknown[] = [];
    for (let round = 0; round < 5; round++) {
      const ask = ({ args }: ApprovalRequest): boolean => {
        heard.push(args['command']);
        return true;
      };
      const { tools } = desk(folder, { ask });
      const commands = ['echo one', 'sort < /dev/null | uniq -c', 'date', 'echo four'];
      await tools.executeAll(commands.map((command) => ({ name: 'bash', params: { command } })));
      expect(heard.splice(0)).toEqual(commands);
    }
  });

  it('is asked about at once also where a store takes its time', async () => {
    using folder = new Folder();
    class Slow extends FileApprovalStore {
      #delay = 0;
      override async putPending(pending: Parameters<FileApprovalStore['putPending']>[0]): Promise<void> {
        this.#delay += 40;
        await new Promise((resolve) => setTimeout(resolve, this.#delay));
        await super.putPending(pending);
      }
    }
    const { asked, tools, write_file } = desk(folder, { store: new Slow({ file: join(folder.state, 'a.json') }) });
    const results = await tools.executeAll(['a', 'b', 'c'].map((path) => write_file(path)));
    expect(codes(results)).toEqual(['ok', 'ok', 'ok']);
    expect(asked.map(({ length }) => length)).toEqual([3]);
  });

  it('is asked about once, also after the time in which a late question would have come', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const heard: string[][] = [];
      const questions = new BatchedAsk((requests) => {
        heard.push(requests.map(({ id }) => id));
        return new Map(requests.map(({ id }) => [id, { approved: true }]));
      });
      const signal = new AbortController().signal;
      const asked = ['a', 'b'].map(async (id, order) => {
        const request = storedRequest({ id });
        questions.expect(request, { batchId: 'batch', count: 2, order });
        return questions.ask(request, { signal });
      });
      expect(await Promise.all(asked)).toEqual([{ approved: true }, { approved: true }]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(heard).toEqual([['a', 'b']]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not wait for a question that was withdrawn', async () => {
    using folder = new Folder();
    const { asked, tools, write_file, gatekeeper } = desk(folder);
    const seen: string[] = [];
    gatekeeper.gate.onRequest((request) => {
      seen.push(request.callId);
      if (seen.length === 1) tools.cancelCall('first');
    });
    const results = await tools.executeAll([
      { ...write_file('a'), callId: 'first' },
      { ...write_file('b'), callId: 'second' },
    ]);
    expect(codes(results)).toEqual(['CANCELLED', 'ok']);
    expect(asked.map((requests) => requests.map(({ callId }) => callId))).toEqual([['second']]);
  });

  it.each([
    ['is not asked about once all of it is withdrawn', true, 0],
    ['is asked about where nothing of it is withdrawn', false, 1],
  ])('%s', async (_, isWithdrawn, times) => {
    using folder = new Folder();
    const { asked, tools, write_file, gatekeeper } = desk(folder);
    gatekeeper.gate.onRequest(({ callId }) => {
      // Once the question is on its way, and before it is put.
      if (isWithdrawn) queueMicrotask(() => tools.cancelCall(callId));
    });
    const { name, params } = write_file('a');
    const result = await tools.execute(name, params);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(codes([result])).toEqual([isWithdrawn ? 'CANCELLED' : 'ok']);
    expect(asked).toHaveLength(times);
  });

  it('asks again about a file that an earlier call of it has changed, with what is there now', async () => {
    using folder = new Folder({ 'a.txt': 'old' });
    const { asked, tools, write_file } = desk(folder);
    const results = await tools.executeAll([write_file('a.txt', 'one'), write_file('a.txt', 'two')]);
    expect(codes(results)).toEqual(['ok', 'ok']);
    expect(asked.map((requests) => requests.map(({ args }) => args['content']))).toEqual([['one', 'two'], ['two']]);
    expect(readFileSync(join(folder.path, 'a.txt'), 'utf8')).toBe('two');
    expect(asked[1]?.[0]?.digest).not.toBe(asked[0]?.[1]?.digest);
  });

  it('refuses a call whose script was changed before the answer', async () => {
    using folder = new Folder({ 's.sh': 'echo 1' });
    const { answers, ran, tools } = desk(folder);
    answers.set('bash', () => {
      folder.write('s.sh', 'touch MARK');
      return true;
    });
    const results = await tools.executeAll([
      { name: 'bash', params: { command: 'ls' } },
      { name: 'bash', params: { command: 'sh s.sh' } },
    ]);
    expect(codes(results)).toEqual(['ok', 'APPROVAL_STALE']);
    expect(ran).toEqual(['bash ls']);
    expect(existsSync(join(folder.path, 'MARK'))).toBe(false);
  });

  it('has what rules approve judged again once earlier calls have ended', async () => {
    using folder = new Folder();
    const { answers, asked, ran, tools } = desk(folder);
    answers.set('read_file', () => false);
    const results = await tools.executeAll([
      { name: 'make_link', params: { from: '/etc' } },
      { name: 'read_file', params: { path: 'made/passwd' } },
    ]);
    expect(codes(results)).toEqual(['ok', 'APPROVAL_DENIED']);
    expect(asked.flat()).toMatchObject([{ tool: 'read_file' }]);
    expect(ran).toEqual(['link']);
  });

  it('has what is remembered looked up again once earlier calls have ended', async () => {
    using folder = new Folder({ 's.sh': 'echo 1' });
    const { tools, asked, ran, gatekeeper, write_file } = desk(folder, {
      askAll: (requests) => {
        asked.push(requests);
        return new Map(
          requests.map(({ id, tool }) => [id, { approved: true, scope: tool === 'bash' ? 'session' : 'once' }]),
        );
      },
    });
    const sh = { name: 'bash', params: { command: 'sh s.sh' } };
    await tools.executeAll([sh]);
    await tools.executeAll([sh]);
    expect(asked).toHaveLength(1);
    await tools.executeAll([write_file('s.sh', 'touch MARK'), sh]);
    expect(asked.map((requests) => requests.map(({ tool }) => tool))).toEqual([['bash'], ['write_file'], ['bash']]);
    expect(await gatekeeper.memory.list()).toHaveLength(2);
    expect(ran.filter((each) => each.startsWith('bash'))).toHaveLength(3);
  });
});
