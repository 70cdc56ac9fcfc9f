import { Type } from '@ku0/agent-runtime-tools-core';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';

/** The `edit_file` tool without the rest of the pack. */
export function editFileTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'edit_file',
    description:
      'Replaces text in a file. The old text must be unique in the file: include enough of the lines around it. ' +
      'Both texts are literal, without escapes or patterns. An empty old_string creates a new file.',
    parameters: Type.Object({
      path: Type.String({
        description: 'The file, relative to the workspace root.',
        minLength: 1,
        examples: ['src/index.ts'],
      }),
      old_string: Type.String({
        description: 'The text to replace, exactly as it is in the file. Empty to create a file.',
        examples: ['const limit = 10;'],
      }),
      new_string: Type.String({ description: 'The text to put in its place.', examples: ['const limit = 20;'] }),
      replace_all: Type.Optional(
        Type.Boolean({ description: 'Replaces every occurrence instead of the only one.', default: false }),
      ),
      expected_replacements: Type.Optional(
        Type.Integer({
          description: 'Replaces every occurrence and fails when there are more or fewer than this.',
          minimum: 1,
        }),
      ),
    }),
    parameterAliases: {
      file_path: 'path',
      old_str: 'old_string',
      new_str: 'new_string',
      oldString: 'old_string',
      newString: 'new_string',
      replaceAll: 'replace_all',
    },
    limits,
    validate: ({ old_string, new_string }) =>
      old_string === new_string
        ? { valid: false, errors: ['old_string and new_string are the same, so nothing would change'] }
        : { valid: true },
    files: ({ path }) => [{ path, access: 'write' }],
    // Creating a file needs no approval; it fails if the file exists.
    needsApproval: ({ old_string }, files) =>
      [...files.values()].some((file) => file.protected || (old_string !== '' && file.version !== undefined)),
    resources: ({ path }) => writeResources([path]),
    work: async (edit, params) => (await import('./edit-file.ts')).editFile(edit, params),
  });
}
