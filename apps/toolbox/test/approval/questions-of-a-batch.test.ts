import { approval, type ApprovalRequest } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator, type ToolCall, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { filesPack } from '@ku0/agent-runtime-tools-files';
import { hooks, type HookConfig } from '@ku0/agent-runtime-tools-hooks';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'questions-state-'));
  folder = mkdtempSync(join(tmpdir(), 'questions-'));
  writeFileSync(join(folder, 'a.txt'), 'old');
});
afterEach(() => {
  for (const each of [folder, state]) rmSync(each, { recursive: true });
});

const content = (): string => readFileSync(join(folder, 'a.txt'), 'utf8');
const write = (text: string): ToolCall => ({ name: 'write_file', params: { path: 'a.txt', content: text } });

/** Runs a batch with hooks and approval. Each question is noted with what the file held when it was asked. */
async function ask(command: string, calls: readonly ToolCall[]): Promise<{ asked: string[]; results: ToolResult[] }> {
  const asked: string[] = [];
  const guard: HookConfig = { name: 'guard', type: 'PreToolUse', toolPatterns: ['write_*'], command };
  const person = async ({ args }: ApprovalRequest) => {
    asked.push(`${String(args['content'])} on ${content()}`);
    return { approved: true };
  };
  const tools = new ToolCoordinator({
    services: { workspace: createWorkspace({ roots: [folder], state }) },
    cwd: folder,
  })
    .use(hooks([guard]))
    .use(approval({ ask: person }))
    .registerPack(filesPack());
  try {
    return { results: await tools.executeAll(calls), asked };
  } finally {
    await tools.shutdownAll();
  }
}

describe('two writes of one file in one batch, with hooks and approval', () => {
  it('are both asked about before the first runs', async () => {
    const { asked, results } = await ask('exit 0', [write('one'), write('two')]);
    expect(asked.slice(0, 2).toSorted()).toEqual(['one on old', 'two on old']);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(content()).toBe('two');
  });

  it('are asked about as a change of the file, where the first has made it', async () => {
    rmSync(join(folder, 'a.txt'));
    const { asked, results } = await ask('exit 0', [write('one'), write('two')]);
    expect(asked).toEqual(['two on one']);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  });

  it('stay denied where the hook denies them, and nobody is asked', async () => {
    const { asked, results } = await ask('grep -q two && exit 2 || exit 0', [write('one'), write('two')]);
    expect(asked).toEqual(['one on old']);
    expect(results[1]).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'denied' } } });
    expect(content()).toBe('one');
  });

  it('are denied by what the first has written, though a person has said yes', async () => {
    const { asked, results } = await ask('if grep -qs one a.txt; then exit 2; fi', [write('one'), write('two')]);
    expect(asked.toSorted()).toEqual(['one on old', 'two on old']);
    expect(results[1]).toMatchObject({ ok: false, error: { code: 'HOOK_BLOCKED', details: { why: 'denied' } } });
    expect(content()).toBe('one');
  });
});
