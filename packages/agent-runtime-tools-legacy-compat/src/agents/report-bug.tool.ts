import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import { version } from '../version.ts';

const text = { minLength: 1, maxLength: 20_000 };

/** Shows the person a report that they can send. Nothing is sent. */
export const reportBugTool = defineTool({
  name: 'report_bug',
  description:
    'Shows the person a report about a fault of this program, which they can send to its authors. Sends nothing.',
  version,
  parameters: Type.Object({
    title: Type.String({ description: 'What is wrong, in one line.', minLength: 1, maxLength: 500 }),
    what_happened: Type.String({ description: 'What happened, and what should have happened.', ...text }),
    steps_to_reproduce: Type.String({ description: 'How to see it again.', ...text }),
    api_request_output: Type.Optional(Type.String({ description: 'Output that shows it.', maxLength: 20_000 })),
    additional_context: Type.Optional(Type.String({ description: 'Anything else.', maxLength: 20_000 })),
  }),
  output: Type.Object({
    report: Type.String(),
    shown: Type.Boolean({ description: 'Whether there was somebody to show it to.' }),
  }),
  async execute({ title, what_happened, steps_to_reproduce, api_request_output, additional_context }, { callbacks }) {
    const sections: [string, string | undefined][] = [
      ['What happened', what_happened],
      ['Steps to reproduce', steps_to_reproduce],
      ['Output', api_request_output],
      ['More', additional_context],
    ];
    const shown = sections.flatMap(([heading, content]) => (content ? [`## ${heading}\n\n${content}`] : []));
    const report = [`# ${title}`, ...shown].join('\n\n');
    await callbacks.say?.(report);
    return ok({ report, shown: callbacks.say !== undefined });
  },
  toModelOutput: ({ shown }) => [
    { type: 'text', text: shown ? 'The person has seen the report.' : 'There is nobody to show the report to.' },
  ],
});
