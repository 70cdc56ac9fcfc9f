import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';
import { checklistLines, parseChecklist } from './checklist.ts';
import { MAX_TODOS, TODO_ITEM, type TodoItem } from './todo-item.ts';

/** The `todo_write` tool without the rest of the pack. It needs the service `todos`: `new TodoLists()`. */
export const todoWriteTool = defineTool({
  name: 'todo_write',
  description:
    'Replaces your todo list for this task, which the person sees. Use it for work of several steps: write the steps first, mark one as in_progress before you start it, and as completed when it is done. At most one item is in_progress. An empty list clears it.',
  version,
  parameters: Type.Object({
    todos: Type.Union(
      [
        Type.Array(TODO_ITEM, { maxItems: MAX_TODOS }),
        Type.String({
          description: 'A Markdown checklist: [ ] pending, [-] in progress, [x] completed.',
          maxLength: 50_000,
        }),
      ],
      {
        description: 'The whole list, in order.',
        examples: [[{ content: 'Run the tests', status: 'in_progress', activeForm: 'Running the tests' }]],
      },
    ),
  }),
  output: Type.Object({
    todos: Type.Array(TODO_ITEM),
    pending: Type.Integer(),
    inProgress: Type.Integer(),
    completed: Type.Integer(),
  }),
  capabilities: { idempotent: true },
  services: ['todos'],
  parameterAliases: { task_progress: 'todos' },
  resources: () => [{ key: 'todos', access: 'write' }],
  validate({ todos }) {
    const list = itemsOf(todos);
    if (typeof list === 'string') return { valid: false, errors: [list] };
    const active = list.filter(({ status }) => status === 'in_progress');
    if (active.length <= 1) return { valid: true };
    return { valid: false, errors: [`todos has ${active.length} items that are in_progress; at most one may be`] };
  },
  async execute({ todos }, context) {
    const list = itemsOf(todos);
    const items = typeof list === 'string' ? [] : list;
    const previous = context.services.todos.set(context, items);
    context.publish('todos_changed', { todos: items, previous });
    const count = (status: TodoItem['status']): number => items.filter((each) => each.status === status).length;
    return ok({
      todos: [...items],
      pending: count('pending'),
      inProgress: count('in_progress'),
      completed: count('completed'),
    });
  },
  toModelOutput: ({ todos }) => [{ type: 'text', text: linesOf(todos).join('\n') }],
  preview: (result, maxLines) => (result.ok ? linesOf(result.value.todos) : [result.error.message]).slice(0, maxLines),
});

/** The items of either form, or what is wrong with the checklist. */
function itemsOf(todos: readonly TodoItem[] | string): readonly TodoItem[] | string {
  if (typeof todos !== 'string') return todos;
  const read = parseChecklist(todos);
  if ('problem' in read)
    return `todos: this line is not an item of a checklist, such as "[ ] Run the tests": ${read.problem}`;
  if (read.todos.length > MAX_TODOS) return `todos has ${read.todos.length} items; at most ${MAX_TODOS} are allowed`;
  if (read.todos.some(({ content }) => content.length > 1000)) return 'todos has an item of more than 1000 characters';
  return read.todos;
}

function linesOf(todos: readonly TodoItem[]): string[] {
  return todos.length === 0 ? ['The todo list is empty.'] : checklistLines(todos);
}
