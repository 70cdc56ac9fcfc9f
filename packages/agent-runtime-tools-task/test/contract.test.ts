import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { taskPack } from '../src/index.ts';

const pack = taskPack({
  runner: {
    async run({ prompt, signal }) {
      if (prompt === 'wait') await setTimeout(60_000, undefined, { signal });
      return { result: `did: ${prompt}` };
    },
  },
});

packContract(pack, {
  folder: () => createTestFolder({}),
  callbacks: { ask: async () => 'That one' },
  samples: {
    todo_write: {
      samples: [
        { params: { todos: [{ content: 'Read', status: 'completed' }] } },
        { name: 'an empty list', params: { todos: [] } },
        { name: 'a checklist', params: { todos: '- [x] Read\n- [-] Fix\n- [ ] Test' } },
      ],
      badSamples: [
        { params: {}, mentions: 'todos' },
        { params: { todos: [{ content: 'Read', status: 'done' }] }, mentions: 'status' },
        { params: { todos: 'read, then fix' }, mentions: 'checklist' },
        {
          params: {
            todos: [
              { content: 'a', status: 'in_progress' },
              { content: 'b', status: 'in_progress' },
            ],
          },
          mentions: 'at most one',
        },
      ],
    },
    ask_followup_question: {
      samples: [{ params: { question: 'Which one?', options: ['This one', { text: 'That one' }] } }],
      badSamples: [{ params: { question: '' }, mentions: 'question' }],
    },
    attempt_completion: {
      samples: [{ params: { result: 'All tests pass.', command: 'npm start' } }],
      badSamples: [{ params: {}, mentions: 'result' }],
    },
    switch_mode: {
      samples: [{ params: { mode: 'act', reason: 'The plan is done.' } }],
      badSamples: [{ params: { mode: 'code', reason: 'x' }, mentions: 'plan' }],
    },
    agent: {
      samples: [
        { params: { prompt: 'Find it.' } },
        { name: 'an unknown tool', params: { prompt: 'x', tools: ['fly'] }, expect: 'UNKNOWN_AGENT_TOOLS' },
      ],
      badSamples: [{ params: { prompt: 'x', maxTurns: 0 }, mentions: 'maxTurns' }],
      slowSample: { prompt: 'wait' },
    },
  },
});

describe('names of other agents', () => {
  it.each([
    ['update_todo_list', { todos: '[x] Read\n[ ] Test' }],
    ['focus_chain', { task_progress: '- [ ] Test' }],
    ['TodoWrite', { todos: [{ content: 'Test', status: 'pending', activeForm: 'Testing' }] }],
    ['plan_mode_respond', { response: 'This is the plan.' }],
    ['act_mode_respond', { response: 'Half done.' }],
    ['condense', { context: 'What happened so far.' }],
    ['summarize_task', { context: 'What happened so far.' }],
    ['ask_followup_question', { question: 'Where?', follow_up: [{ text: './src', mode: null }] }],
    ['new_task', { context: 'Go on from here.' }],
    ['new_task', { mode: 'code', message: 'Fix it.' }],
    ['Task', { description: 'Fix', prompt: 'Fix it.', subagent_type: 'general-purpose' }],
    ['search_subagent', { prompt: 'Find it.' }],
    ['attempt_completion', { result: 'Done.', command: 'open index.html' }],
    ['switch_mode', { mode_slug: 'act', reason: 'The plan is done.' }],
  ])('reach a tool here with their own parameters: %s', async (name, params) => {
    const tools = new ToolCoordinator({ callbacks: { ask: async () => 'yes' } }).registerPack(pack);
    expect(await tools.execute<string>(name, params)).toMatchObject({ ok: true });
  });
});
