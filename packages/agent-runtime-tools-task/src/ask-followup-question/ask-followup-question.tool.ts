import { Type, cutText, defineTool, fail, ok } from '@ku0/agent-runtime-tools-core';
import { taskErrors } from '../errors.ts';
import { version } from '../version.ts';

/** The `ask_followup_question` tool without the rest of the pack. */
export const askFollowupQuestionTool = defineTool({
  name: 'ask_followup_question',
  description:
    'Asks the person a question and waits for the answer. Use it only for what you cannot find out with the other tools, such as a decision that is theirs.',
  version,
  parameters: Type.Object({
    question: Type.String({
      description: 'One clear question.',
      minLength: 1,
      maxLength: 20_000,
      examples: ['Which database should the tests use?'],
    }),
    options: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1, maxLength: 1000 }),
          Type.Object({
            text: Type.String({ minLength: 1, maxLength: 1000 }),
            mode: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
          }),
        ]),
        { description: 'Answers to choose from. The person may give another one.', maxItems: 20 },
      ),
    ),
  }),
  output: Type.Object({
    answer: Type.String(),
    option: Type.Optional(Type.Integer({ description: 'The number of the chosen option, from 1.' })),
  }),
  parameterAliases: { response: 'question', context: 'question', follow_up: 'options', choices: 'options' },
  // One question at a time, in the order of the batch.
  resources: () => [{ key: 'person', access: 'write' }],
  limits: { delegates: true },
  async execute({ question, options = [] }, { callbacks, signal }) {
    if (callbacks.ask === undefined) return fail(taskErrors.NOBODY_TO_ASK());
    const choices = options.map((option) => (typeof option === 'string' ? option : option.text));
    const given = await callbacks.ask(question, { signal, ...(choices.length > 0 && { choices }) });
    const option = choices.indexOf(given) + 1;
    return ok({
      answer: cutText(given, MAX_ANSWER, 'characters of the answer left out'),
      ...(option > 0 && { option }),
    });
  },
  toModelOutput: ({ answer }) => [
    { type: 'text', text: answer.trim() === '' ? 'The person gave no answer.' : `The person answers: ${answer}` },
  ],
});

const MAX_ANSWER = 100_000;
