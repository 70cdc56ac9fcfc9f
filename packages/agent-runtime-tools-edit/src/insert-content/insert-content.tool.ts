import { Type } from '@ku0/agent-runtime-tools-core';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';

/** The `insert_content` tool without the rest of the pack. */
export function insertContentTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'insert_content',
    description:
      'Inserts whole lines into a file, before a line given by its number, or at the end with line 0. Changes nothing else.',
    parameters: Type.Object({
      path: Type.String({
        description: 'The file, relative to the workspace root.',
        minLength: 1,
        examples: ['src/index.ts'],
      }),
      line: Type.Integer({
        description: 'The new lines go before this line, counted from 1. 0 puts them at the end of the file.',
        minimum: 0,
        examples: [1],
      }),
      content: Type.String({
        description: 'The lines to insert. A line break at its end is not needed.',
        minLength: 1,
        examples: ["import { join } from 'node:path';"],
      }),
    }),
    parameterAliases: { file_path: 'path' },
    limits,
    files: ({ path }) => [{ path, access: 'write' }],
    resources: ({ path }) => writeResources([path]),
    work: async (edit, params) => (await import('./insert-content.ts')).insertContent(edit, params),
  });
}
