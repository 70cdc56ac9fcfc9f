import { Type, type Static } from '@ku0/agent-runtime-tools-core';

export const TODO_ITEM = Type.Object({
  content: Type.String({ description: 'What is to be done.', minLength: 1, maxLength: 1000 }),
  status: Type.Union([Type.Literal('pending'), Type.Literal('in_progress'), Type.Literal('completed')]),
  activeForm: Type.Optional(
    Type.String({
      description: 'The same while it is being done: "Running the tests".',
      minLength: 1,
      maxLength: 1000,
    }),
  ),
});

export type TodoItem = Readonly<Static<typeof TODO_ITEM>>;

export const MAX_TODOS = 100;
