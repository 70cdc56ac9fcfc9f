import { Type, defineTool } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';
import { runAgent } from './run-agent.ts';

/** The `agent` tool without the rest of the pack. It needs the service `agents`: `new Agents({ runner })`. */
export const agentTool = defineTool({
  name: 'agent',
  description:
    'Gives a part of the work to a sub-agent, which starts with nothing but your prompt, works with your tools and returns a report. Use it for work that stands alone, such as a search through many files. Several can run at once.',
  version,
  parameters: Type.Object({
    prompt: Type.String({
      description: 'The whole work: what to do, what is known, and what the report should contain.',
      minLength: 1,
      maxLength: 200_000,
      examples: ['Find every place where dates are parsed. Report the file, the line and the format.'],
    }),
    description: Type.Optional(
      Type.String({ description: 'A few words about the work, for the person.', minLength: 1, maxLength: 200 }),
    ),
    type: Type.Optional(
      Type.String({ description: 'A kind of agent, if the host offers several.', minLength: 1, maxLength: 100 }),
    ),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        description: 'The names of the tools that it may use, all of them your own. Default: your tools.',
        maxItems: 200,
      }),
    ),
    maxTurns: Type.Optional(Type.Integer({ description: 'How many answers it may take.', minimum: 1, maximum: 1000 })),
  }),
  output: Type.Object({
    result: Type.String(),
    completed: Type.Boolean({ description: 'False if it stopped before it was done.' }),
    turns: Type.Integer(),
    tokens: Type.Integer(),
  }),
  // The agent itself changes nothing. Each of its calls is guarded, hooked and approved as one of its parent's would be.
  capabilities: {},
  services: ['agents'],
  parameterAliases: {
    message: 'prompt',
    context: 'prompt',
    task: 'prompt',
    subagent_type: 'type',
    mode: 'type',
    mode_slug: 'type',
    max_turns: 'maxTurns',
  },
  limits: { delegates: true, graceMs: 2000 },
  execute: runAgent,
  toModelOutput: ({ result, completed }) => [
    { type: 'text', text: completed ? result : `The sub-agent stopped before it was done.\n\n${result}` },
  ],
});
