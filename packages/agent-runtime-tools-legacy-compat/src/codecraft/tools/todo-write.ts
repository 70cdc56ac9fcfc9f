import type { ParameterRule } from '../make/check-parameters.ts';
import { makeTool } from '../make/make-tool.ts';
import { SchemaType } from '../schema-type.ts';

export interface Todo {
  content: string;
  status: (typeof STATUSES)[number];
  activeForm?: string;
}

const STATUSES = ['pending', 'in_progress', 'completed'] as const;

let todos: readonly Todo[] = [];

/** The list that `todo_write` has kept last. */
export function getTodos(): readonly Todo[] {
  return todos;
}

/** Keeps the list of things to do in memory. */
export const todoWriteTool = makeTool<{ todos: Todo[] }>({
  name: 'todo_write',
  description: 'Replaces the list of things to do for the current task.',
  parametersDescription: 'Parameters for writing the list of things to do',
  properties: {
    todos: {
      type: SchemaType.ARRAY,
      description: 'The whole list',
      items: {
        type: SchemaType.OBJECT,
        description: 'One thing to do',
        properties: {
          content: { type: SchemaType.STRING, description: 'What is to be done' },
          status: { type: SchemaType.STRING, description: 'How far it is', enum: [...STATUSES] },
          activeForm: { type: SchemaType.STRING, description: 'The same while it is being done' },
        },
        required: ['content', 'status'],
      },
    },
  },
  required: ['todos'],
  rules: [
    { name: 'todos', holds: Array.isArray, sentence: 'is required and must be an array' },
    everyTodo('must each have a content', ({ content }) => typeof content === 'string' && content !== ''),
    everyTodo(`must each have a status of ${STATUSES.join(', ')}`, ({ status }) =>
      STATUSES.some((known) => known === status),
    ),
  ],
  errorCode: 'TODO_ERROR',
  async run(params) {
    todos = structuredClone(params.todos);
    return { data: todos.length === 0 ? 'The todo list is empty.' : todos.map(lineOf).join('\n') };
  },
});

function everyTodo(sentence: string, test: (todo: Readonly<Record<string, unknown>>) => boolean): ParameterRule {
  const holds = (value: unknown): boolean =>
    !Array.isArray(value) ||
    value.every((each: unknown) => typeof each === 'object' && each !== null && test({ ...each }));
  return { name: 'todos', holds, sentence };
}

function lineOf({ content, status }: Todo): string {
  return `[${status === 'completed' ? 'x' : status === 'in_progress' ? '>' : ' '}] ${content}`;
}

export default todoWriteTool;
