import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

/** The `attempt_completion` tool without the rest of the pack. It needs the service `todos`: `new TodoLists()`. */
export const attemptCompletionTool = defineTool({
  name: 'attempt_completion',
  description:
    'Ends the task with its result. Call it once, alone, after you have checked that the work is done. It runs nothing.',
  version,
  parameters: Type.Object({
    result: Type.String({
      description: 'What was done and how it was checked, for the person. No question at the end.',
      minLength: 1,
      maxLength: 100_000,
      examples: ['The parser accepts empty files. All 24 tests pass.'],
    }),
    command: Type.Optional(
      Type.String({
        description: 'A command with which the person can see the result. It is shown, not run.',
        minLength: 1,
        maxLength: 4096,
      }),
    ),
  }),
  output: Type.Object({
    result: Type.String(),
    command: Type.Optional(Type.String()),
    openTodos: Type.Integer({ description: 'How many items of the todo list are not completed.' }),
  }),
  services: ['todos'],
  parameterAliases: { summary: 'result' },
  // After every other call of its batch.
  resources: () => [{ key: '*', access: 'write' }],
  async execute({ result, command }, context) {
    const openTodos = context.services.todos.get(context).filter(({ status }) => status !== 'completed').length;
    const completion = { result, ...(command !== undefined && { command }), openTodos };
    context.publish('task_completed', completion);
    return ok(completion, openTodos === 0 ? {} : { warnings: [openItems(openTodos)] });
  },
  toModelOutput: ({ openTodos }) => [
    {
      type: 'text',
      text: openTodos === 0 ? 'The task is completed.' : `The task is completed. ${openItems(openTodos)}`,
    },
  ],
  preview: (value, maxLines) => (value.ok ? value.value.result : value.error.message).split('\n').slice(0, maxLines),
});

function openItems(count: number): string {
  return count === 1
    ? 'One item of the todo list is not completed.'
    : `${count} items of the todo list are not completed.`;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    /** The model says that the call's task is done. */
    task_completed: { readonly result: string; readonly command?: string; readonly openTodos: number };
  }
}
