import type { TodoItem } from './todo-item.ts';

/**
 * Reads a Markdown checklist, the form in which some agents write their todos. Returns the first line that is not an item
 * as a problem.
 *
 *     [x] Read the code      completed
 *     - [-] Fix the bug      in_progress (also [~])
 *     * [ ] Run the tests    pending
 */
export function parseChecklist(text: string): { readonly todos: readonly TodoItem[] } | { readonly problem: string } {
  const todos: TodoItem[] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const [, mark = '', content = ''] = ITEM.exec(line) ?? [];
    const status = STATUS.get(mark);
    if (status === undefined) return { problem: line.trim().slice(0, 80) };
    todos.push({ content, status });
  }
  return { todos };
}

/** The same list as text, for a model or a person. */
export function checklistLines(todos: readonly TodoItem[]): string[] {
  return todos.map(({ content, status }) => `[${MARKS[status]}] ${content}`);
}

const ITEM = /^\s*(?:(?:[-*+]|\d{1,4}[.)])\s+)?\[([ xX~-])\]\s+(\S.*?)\s*$/;

const STATUS: ReadonlyMap<string, TodoItem['status']> = new Map([
  [' ', 'pending'],
  ['-', 'in_progress'],
  ['~', 'in_progress'],
  ['x', 'completed'],
  ['X', 'completed'],
]);

const MARKS = { pending: ' ', in_progress: '-', completed: 'x' } as const satisfies Record<TodoItem['status'], string>;
