import { ToolCoordinator, type ActivityEvent } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { TodoLists, checklistLines, taskPack, type TodoItem } from '../src/index.ts';

const fix: TodoItem = { content: 'Fix', status: 'in_progress', activeForm: 'Fixing' };

function setUp() {
  const todos = new TodoLists();
  const tools = new ToolCoordinator({ services: { todos } }).registerPack(taskPack());
  return { tools, todos };
}

describe('todo_write', () => {
  it('keeps one list for each task of each principal, until the task ends', async () => {
    const { tools, todos } = setUp();
    const [ann, ben] = [{ id: 'ann' }, { id: 'ben' }];
    await tools.execute('todo_write', { todos: [fix] }, { taskId: 't', principal: ann });
    await tools.execute('todo_write', { todos: '[ ] Other' }, { taskId: 't', principal: ben });
    expect(todos.get({ taskId: 't', principal: ann })).toEqual([fix]);
    expect(todos.get({ taskId: 't', principal: ben })).toEqual([{ content: 'Other', status: 'pending' }]);
    expect(todos.get({ taskId: 't' })).toEqual([]);
    await tools.endTask('t', { principal: ann });
    expect(todos.get({ taskId: 't', principal: ann })).toEqual([]);
    expect(todos.get({ taskId: 't', principal: ben })).toHaveLength(1);
  });

  it('publishes the new and the previous list', async () => {
    const { tools } = setUp();
    const events: ActivityEvent<'todos_changed'>[] = [];
    tools.activity.subscribe('todos_changed', (event) => events.push(event));
    await tools.execute('todo_write', { todos: [fix] }, { taskId: 't' });
    await tools.execute('todo_write', { todos: [] }, { taskId: 't' });
    expect(events.map(({ taskId, data }) => [taskId, data])).toEqual([
      ['t', { todos: [fix], previous: [] }],
      ['t', { todos: [], previous: [fix] }],
    ]);
  });

  it('keeps the old list when the new one is refused', async () => {
    const { tools, todos } = setUp();
    await tools.execute('todo_write', { todos: [fix] }, { taskId: 't' });
    const refused = await tools.execute('todo_write', { todos: [fix, { ...fix, content: 'b' }] }, { taskId: 't' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    expect(todos.get({ taskId: 't' })).toEqual([fix]);
  });

  it.each([
    ['too many items', Array.from({ length: 101 }, () => '[ ] a').join('\n')],
    ['too long an item', `[ ] ${'a'.repeat(1001)}`],
    ['two items in progress', '[-] a\n[~] b'],
    ['a heading', '# Plan\n[ ] a'],
    ['an item without text', '[ ] '],
  ])('refuses a checklist with %s', async (_, todos) => {
    expect(await setUp().tools.execute('todo_write', { todos })).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('shows the list as a checklist', async () => {
    const { tools } = setUp();
    const result = await tools.execute('todo_write', { todos: '1. [X] Read\n\n  * [-] Fix\n[ ] Test' });
    expect(result).toMatchObject({ ok: true, value: { completed: 1, inProgress: 1, pending: 1 } });
    expect(tools.toModelOutput(result)).toEqual([{ type: 'text', text: '[x] Read\n[-] Fix\n[ ] Test' }]);
    expect(checklistLines([])).toEqual([]);
    const cleared = await tools.execute('todo_write', { todos: [] });
    expect(tools.toModelOutput(cleared)).toEqual([{ type: 'text', text: 'The todo list is empty.' }]);
  });
});
