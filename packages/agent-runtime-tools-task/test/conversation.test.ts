import { ToolCoordinator, type ActivityEvent, type ToolCallbacks } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { taskPack } from '../src/index.ts';

const toolsWith = (callbacks: ToolCallbacks) => new ToolCoordinator({ callbacks }).registerPack(taskPack());

describe('ask_followup_question', () => {
  it('gives the options to the person and tells which one was chosen', async () => {
    const tools = toolsWith({ ask: async (_, options) => options?.choices?.[1] ?? '' });
    const result = await tools.execute('ask_followup_question', {
      question: 'Which?',
      options: ['SQLite', { text: 'PostgreSQL' }],
    });
    expect(result).toMatchObject({ ok: true, value: { answer: 'PostgreSQL', option: 2 } });
  });

  it('gives no choices where the model names none', async () => {
    let given: object | undefined;
    const tools = toolsWith({
      async ask(_, options) {
        given = options;
        return 'SQLite';
      },
    });
    expect(await tools.execute('ask_followup_question', { question: 'Which?' })).toMatchObject({
      value: { answer: 'SQLite' },
    });
    expect(given).not.toHaveProperty('choices');
  });

  it('asks the questions of a batch one at a time, in order', async () => {
    const asked: string[] = [];
    let open = 0;
    const tools = toolsWith({
      async ask(question) {
        expect(++open).toBe(1);
        asked.push(question);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return question;
      },
    });
    const calls = ['a', 'b', 'c'].map((question) => ({
      name: 'ask_followup_question',
      params: { question },
      callId: question,
    }));
    await tools.executeAll(calls);
    expect(asked).toEqual(['a', 'b', 'c']);
  });

  it('stops waiting when its task is cancelled', async () => {
    const tools = toolsWith({
      ask: (_, options) =>
        new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('gone')));
        }),
    });
    const pending = tools.execute('ask_followup_question', { question: 'Still there?' }, { taskId: 't' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(tools.cancelTask('t')).toBe(1);
    expect(await pending).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  });

  it('fails where there is nobody to ask', async () => {
    expect(await toolsWith({}).execute('ask_followup_question', { question: 'Well?' })).toMatchObject({
      ok: false,
      error: { code: 'NOBODY_TO_ASK' },
    });
  });

  it('tells the model when there was no answer', async () => {
    const tools = toolsWith({ ask: async () => ' ' });
    const result = await tools.execute('ask_followup_question', { question: 'Well?' });
    expect(tools.toModelOutput(result)).toEqual([{ type: 'text', text: 'The person gave no answer.' }]);
  });
});

describe('attempt_completion', () => {
  it('publishes the result, and warns of todos that are open', async () => {
    const tools = toolsWith({});
    const events: ActivityEvent<'task_completed'>[] = [];
    tools.activity.subscribe('task_completed', (event) => events.push(event));
    await tools.execute('todo_write', { todos: '[x] a\n[ ] b' }, { taskId: 't' });
    const result = await tools.execute('attempt_completion', { result: 'Done.' }, { taskId: 't' });
    expect(result).toMatchObject({
      ok: true,
      metadata: { warnings: ['One item of the todo list is not completed.'] },
    });
    expect(events[0]?.data).toEqual({ result: 'Done.', openTodos: 1 });
  });

  it('comes after the other calls of its batch', async () => {
    const order: string[] = [];
    const tools = toolsWith({
      async ask(question) {
        await new Promise((resolve) => setImmediate(resolve));
        order.push(question);
        return 'yes';
      },
    });
    tools.activity.subscribe('task_completed', () => order.push('completed'));
    await tools.executeAll([
      { name: 'ask_followup_question', params: { question: 'asked' }, callId: '1' },
      { name: 'attempt_completion', params: { result: 'Done.' }, callId: '2' },
    ]);
    expect(order).toEqual(['asked', 'completed']);
  });
});
