import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ToolCoordinator, Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { agentLoop } from '../src/agent-loop.ts';
import type { ChatModel } from '../src/chat-format.ts';
import { scriptedModel } from '../src/scripted-model.ts';

describe('the agent', () => {
  it('tells, runs, writes, is corrected, is refused, and ends', { timeout: 30_000 }, async () => {
    const [folder, state] = await Promise.all(['agent-', 'agent-state-'].map((name) => mkdtemp(join(tmpdir(), name))));
    if (folder === undefined || state === undefined) throw new Error('no folders');
    onTestFinished(async () => {
      for (const each of [folder, state]) await rm(each, { recursive: true });
    });
    await writeFile(join(folder, 'README.md'), 'four words are here\n');
    await writeFile(join(folder, 'lint.sh'), '#!/bin/sh\necho "lint: no complaints"\n');
    await chmod(join(folder, 'lint.sh'), 0o755);
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src/agent.ts')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOOLBOX_HOME: state },
    });
    expect(stdout).toContain('  … I count the wor\n');
    expect(stdout).toContain('tool: 4 README.md\n');
    expect(stdout).toContain('lint: no complaints');
    expect(stdout).toContain('Did you mean read or read_file?');
    expect(stdout).toContain('APPROVAL_DENIED: A person denied the call: I still need that file.');
    // A person said yes to this one, so the no to the other does not end it.
    expect(stdout).toMatch(/tool: .*README\.md/);
    expect(stdout).toContain('tool: # Words\n');
    expect(stdout.endsWith('assistant: Done.\n')).toBe(true);
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toBe('four words are here\n');
  });

  it('ends its work where a hook says so', { timeout: 30_000 }, async () => {
    const [folder, state] = await Promise.all(['agent-', 'agent-state-'].map((name) => mkdtemp(join(tmpdir(), name))));
    if (folder === undefined || state === undefined) throw new Error('no folders');
    onTestFinished(async () => {
      for (const each of [folder, state]) await rm(each, { recursive: true });
    });
    await writeFile(join(folder, 'README.md'), 'four words are here\n');
    const answer = JSON.stringify({ cancel: true, errorMessage: 'out of budget' });
    await writeFile(join(folder, 'lint.sh'), `#!/bin/sh\necho '${answer}'\n`);
    await chmod(join(folder, 'lint.sh'), 0o755);
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src/agent.ts')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOOLBOX_HOME: state },
    });
    expect(stdout).toContain('out of budget');
    expect(stdout).not.toContain('delete_file');
    expect(stdout).not.toContain('assistant: Done.');
  });

  it('answers arguments that are no JSON with an error that the model can read', async () => {
    const echo = defineTool({
      name: 'echo',
      parameters: Type.Object({ text: Type.String() }),
      execute: async ({ text }) => ok(text),
    });
    const cut: ChatModel = async function* stream(messages) {
      if (messages.length > 1) yield { content: 'Sorry.' };
      else yield { tool_calls: [{ index: 0, id: 'call-1', function: { name: 'echo', arguments: '{"text":"a' } }] };
    };
    const messages = await agentLoop('?', { tools: new ToolCoordinator().register(echo), model: cut, taskId: 't' });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[2]?.content).toContain('VALIDATION_ERROR');
  });

  it('stops when its signal fires', async () => {
    const controller = new AbortController();
    const wait = defineTool({
      name: 'wait',
      parameters: Type.Object({}),
      execute: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
          controller.abort('enough');
        }),
    });
    const messages = await agentLoop('?', {
      tools: new ToolCoordinator().register(wait),
      model: scriptedModel([[['wait', {}]], [['wait', {}]]]),
      taskId: 't',
      signal: controller.signal,
    });
    expect(messages).toHaveLength(3);
    expect(messages[2]?.content).toContain('CANCELLED: The call was cancelled: enough');
  });
});
