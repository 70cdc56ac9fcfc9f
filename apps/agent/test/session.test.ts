import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInTerminal, runPlain, type RunOptions } from './fixtures/run-agent.ts';
import { scriptedEndpoint, type Reply, type ScriptedEndpoint } from './fixtures/scripted-endpoint.ts';

const done: Reply = { calls: [['attempt_completion', { result: 'All done.' }]] };
const write = (path: string, content = 'x') => ({ calls: [['write_file', { path, content }]] as const });

describe('a session', { timeout: 60_000 }, () => {
  let folder: TestFolder;
  let state: TestFolder;
  let endpoint: ScriptedEndpoint;
  beforeEach(async () => {
    folder = await createTestFolder({ 'a.txt': 'one\n' });
    state = await createTestFolder();
  });
  afterEach(async () => {
    await endpoint[Symbol.asyncDispose]();
    await folder.remove();
    await state.remove();
  });

  const options = async (replies: readonly Reply[], more: Partial<RunOptions> = {}): Promise<RunOptions> => {
    endpoint = await scriptedEndpoint(replies);
    return { folder: folder.path, state: state.path, url: endpoint.url, ...more };
  };
  const sent = (at: number): string => JSON.stringify(endpoint.requests[at]?.messages);
  /** The events of a run with --json. */
  const eventsOf = async (args: readonly string[], replies: readonly Reply[]) => {
    const { stdout, code } = await runPlain([...args, '--json'], await options(replies));
    return {
      code,
      events: stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    };
  };

  it('tells a program what happens, with arguments while they stream', async () => {
    const { code, events } = await eventsOf(
      ['Write it.'],
      [{ text: 'Yes.', ...write('b.txt', 'a long line of text '.repeat(9)) }, done],
    );
    expect(code).toBe(0);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['text', 'tool_arguments', 'tool_call_start', 'tool_call_end', 'task_completed']),
    );
    const partial = events.find(({ type, complete }) => type === 'tool_arguments' && complete === false);
    expect(partial).toMatchObject({ toolName: 'write_file', params: { path: 'b.txt' } });
    expect(events.at(-1)).toEqual({ type: 'end', outcome: 'completed', text: 'All done.' });
    expect(await folder.read('b.txt')).toContain('a long line');
  });

  it('looks only, in plan mode, until the person lets it act', async () => {
    const act: Reply = { calls: [['switch_mode', { mode: 'act', reason: 'The plan is done.' }]] };
    const { shown, code } = await runInTerminal(
      ['--mode', 'plan', 'Plan it.'],
      await options([write('b.txt'), act, write('b.txt'), done], {
        script: [[/switch_mode asks to run[\s\S]*Allow/, 'y']],
      }),
    );
    expect(code).toBe(0);
    expect(sent(1)).toContain('MODE_RESTRICTED');
    expect(shown).toContain('! act mode');
    expect(await folder.read('b.txt')).toBe('x');
  });

  it('is ended by a hook that stops it, and the conversation stays whole', async () => {
    await state.write(
      'hooks.json',
      JSON.stringify([
        {
          name: 'guard',
          type: 'PreToolUse',
          toolPatterns: ['write_file'],
          command: `echo '{"continue": false, "stopReason": "No writing today."}'`,
        },
      ]),
    );
    const hooks = join(state.path, 'hooks.json');
    const { code, shown } = await runPlain(['--hooks', hooks, 'Write.'], await options([write('b.txt'), done]));
    expect(code).toBe(3);
    expect(shown).toContain('A hook has stopped the work: No writing today.');
    expect(endpoint.requests).toHaveLength(1);
    await expect(folder.read('b.txt')).rejects.toThrow('ENOENT');
  });

  it('ends when its turns are used up', async () => {
    const replies = Array.from({ length: 9 }, (_, at): Reply => ({
      calls: [['read_file', { path: 'a.txt', offset: at + 1 }]],
    }));
    const { code, shown } = await runPlain(['--max-turns', '3', 'Read.'], await options(replies));
    expect(code).toBe(3);
    expect(shown).toContain('used up');
    expect(endpoint.requests).toHaveLength(3);
  });

  it('ends when its tokens are used up, sub-agents included', async () => {
    const agent: Reply = { calls: [['agent', { prompt: 'Count.' }]] };
    const look: Reply = { calls: [['read_file', { path: 'a.txt' }]] };
    const { code } = await runPlain(
      ['--max-tokens', '250', 'Delegate.'],
      await options([agent, look, look, look, look]),
    );
    expect(code).toBe(3);
    expect(endpoint.requests).toHaveLength(3);
  });

  it('gives work to a sub-agent, which has its own conversation and no more tools', async () => {
    const { code, shown } = await runInTerminal(
      ['Delegate.'],
      await options(
        [
          {
            calls: [
              [
                'agent',
                {
                  prompt: 'Read a.txt.',
                  description: 'read',
                  tools: ['read_file', 'write_file', 'attempt_completion'],
                },
              ],
            ],
          },
          {
            calls: [
              ['read_file', { path: 'a.txt' }],
              ['delete_file', { path: 'a.txt' }],
            ],
          },
          { calls: [['write_file', { path: 'a.txt', content: 'two' }]] },
          { calls: [['attempt_completion', { result: 'It says one.' }]] },
          done,
        ],
        { script: [[/write_file asks to run[\s\S]*Allow this call\?/, 'n keep it']] },
      ),
    );
    expect(code).toBe(0);
    expect(endpoint.requests[1]?.tools.map((tool) => tool.function.name)).toEqual([
      'read_file',
      'write_file',
      'attempt_completion',
    ]);
    expect(sent(1)).toContain('You are a sub-agent');
    expect(sent(2)).toContain('TOOL_NOT_FOUND');
    expect(sent(3)).toContain('keep it');
    expect(sent(4)).toContain('It says one.');
    expect(sent(4)).not.toContain('You are a sub-agent');
    expect(shown).toContain('! a sub-agent starts: read');
    expect(await folder.read('a.txt')).toBe('one\n');
  });

  it('is interrupted by Ctrl-C, also in the middle of a call, and can be resumed', async () => {
    const transcript = join(state.path, 't.jsonl');
    const sleep: Reply = { calls: [['bash', { command: 'sleep 60' }]] };
    const given = await options([sleep, done], {
      script: [['→ bash', (child) => setTimeout(() => child.stdin?.write('\u0003'), 500)]],
    });
    const { code, shown } = await runInTerminal(
      ['--transcript', transcript, '--allow', 'Bash(sleep *)', 'Wait.'],
      given,
    );
    expect(code).toBe(130);
    expect(shown).toContain('! Interrupted.');
    const resumed = await runPlain(['--resume', transcript], { ...given, script: [] });
    expect(resumed.code).toBe(0);
    expect(sent(1)).toContain('CANCELLED');
  });

  it('takes Ctrl-C during a question as a no, and runs nothing', async () => {
    const { code, shown } = await runInTerminal(
      ['Edit.'],
      await options([{ calls: [['edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' }]] }, done], {
        script: [['Allow this call?', (child) => child.stdin?.write('\u0003')]],
      }),
    );
    expect(code).toBe(130);
    expect(shown).toContain('! Interrupted.');
    expect(await folder.read('a.txt')).toBe('one\n');
    expect(endpoint.requests).toHaveLength(1);
  });

  it('lets no control characters of the model or of a tool reach the terminal', async () => {
    await folder.write('hostile.txt', '\u001b]0;owned\u0007\u001b[2J\n');
    const { stdout } = await runPlain(
      ['Read.'],
      await options([
        {
          text: 'Look: \u001b[2J\u009b31m',
          calls: [
            ['read_file', { path: 'hostile.txt' }],
            ['grep', { pattern: '\u001b[31m' }],
          ],
        },
        { calls: [['attempt_completion', { result: 'Done \u001b[2J' }]] },
      ]),
    );
    expect(stdout).toContain('Done');
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('asks about parallel calls one after the other', async () => {
    const edit = (path: string) => ['edit_file', { path, old_string: 'one', new_string: 'two' }] as const;
    await folder.write('b.txt', 'one\n');
    const { code } = await runInTerminal(
      ['Edit.'],
      await options([{ calls: [edit('a.txt'), edit('b.txt')] }, done], {
        script: [
          [/b?a\.txt[\s\S]*Allow this call\?/, 'y'],
          [/modify b\.txt[\s\S]*Allow this call\?/, 'y'],
        ],
      }),
    );
    expect(code).toBe(0);
    expect([await folder.read('a.txt'), await folder.read('b.txt')]).toEqual(['two\n', 'two\n']);
  });

  it('puts questions of the model to the person', async () => {
    const ask: Reply = { calls: [['ask_followup_question', { question: 'Which?', options: ['red', 'blue'] }]] };
    const { code } = await runInTerminal(
      ['Ask me.'],
      await options([ask, done], { script: [['or your own answer:', '2']] }),
    );
    expect(code).toBe(0);
    expect(sent(1)).toContain('The person answers: blue');
  });

  it('runs edited arguments after they have been shown again', async () => {
    await state.write('editor.sh', '#!/bin/sh\nsed -i s/two/three/ "$1"\n');
    chmodSync(join(state.path, 'editor.sh'), 0o755);
    const { code } = await runInTerminal(
      ['Edit.'],
      await options([{ calls: [['edit_file', { path: 'a.txt', old_string: 'one', new_string: 'two' }]] }, done], {
        env: { EDITOR: join(state.path, 'editor.sh') },
        script: [
          [/\+two[\s\S]*Allow this call\?/, 'e'],
          [/\+three[\s\S]*Allow the changed call\?/, 'y'],
        ],
      }),
    );
    expect(code).toBe(0);
    expect(await folder.read('a.txt')).toBe('three\n');
    expect(sent(1)).toContain('The person changed the arguments');
  });

  it('goes on with what the person says next', async () => {
    const { code } = await runInTerminal(
      [],
      await options([{ text: 'Hello.' }, { text: 'Goodbye.' }], {
        script: [
          ['>', 'Hi there'],
          ['Hello.', () => undefined],
          ['>', 'Bye'],
          ['Goodbye.', () => undefined],
          ['>', ''],
        ],
      }),
    );
    expect(code).toBe(0);
    expect(endpoint.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('keeps todos and the mode in its transcript', async () => {
    const transcript = join(state.path, 't.jsonl');
    const todo: Reply = { calls: [['todo_write', { todos: '[-] Look' }]] };
    await runPlain(['--transcript', transcript, '--mode', 'plan', 'Look.'], await options([todo, done]));
    const text = readFileSync(transcript, 'utf8');
    expect(text).toContain('{"type":"todos","todos":[{"content":"Look","status":"in_progress"}]}');
    expect(text).toContain('{"type":"mode","mode":"plan"}');
  });

  it.each([
    ['a request that is refused', ['refuse'], 'No such model', 1],
    [
      'answers that always break off',
      ['drop', 'drop', 'drop', 'drop'],
      /terminated|broke off|ECONNRESET|aborted|hang up|other side closed/i,
      4,
    ],
  ] as const)('fails with a message after %s', async (_, replies, message, count) => {
    const { code, shown } = await runPlain(['Hello'], await options([...replies]));
    expect(code).toBe(1);
    expect(shown).toMatch(message);
    expect(endpoint.requests).toHaveLength(count);
  });

  it.each([
    [['--model'], 'model'],
    [['--mode', 'dream', 'x'], 'plan'],
    [['--max-turns', '0', 'x'], 'above 0'],
    [['--resume', 'package.json'], 'ENOENT'],
  ])('refuses %j', async (args, message) => {
    const { code, shown } = await runPlain(args, await options([]));
    expect(code).toBeGreaterThan(0);
    expect(shown).toContain(message);
  });
});
