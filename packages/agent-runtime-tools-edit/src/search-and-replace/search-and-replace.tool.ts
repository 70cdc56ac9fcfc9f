import { Type } from '@ku0/agent-runtime-tools-core';
import { withDefaultLimits, type EditLimits } from '../change/edit-limits.ts';
import { defineEditTool, writeResources } from '../define-edit-tool.ts';
import { splitGlob } from './split-glob.ts';

/** The `search_and_replace` tool without the rest of the pack. */
export function searchAndReplaceTool(options?: Partial<EditLimits>) {
  const limits = withDefaultLimits(options);
  return defineEditTool({
    name: 'search_and_replace',
    description:
      'Replaces every occurrence of a text or a regular expression in one file (path) or in all files that match a glob: all ' +
      'files or none. A glob skips ignored, binary and protected files.',
    parameters: Type.Object({
      path: Type.Optional(
        Type.String({
          description: 'One file, relative to the workspace root. Give either path or glob.',
          minLength: 1,
          examples: ['src/index.ts'],
        }),
      ),
      glob: Type.Optional(
        Type.String({
          description: 'The files, relative to the workspace root, such as src/**/*.ts.',
          minLength: 1,
          maxLength: 2000,
        }),
      ),
      search: Type.String({
        description: 'The text to search for, or with regex a JavaScript regular expression.',
        minLength: 1,
        maxLength: 10_000,
        examples: ['oldName'],
      }),
      replace: Type.String({
        description:
          'The replacement. With regex, $1, $<name> and $& stand for parts of the match and $$ for a dollar sign.',
        examples: ['newName'],
      }),
      regex: Type.Optional(
        Type.Boolean({ description: 'search is a regular expression; ^ and $ stand for lines.', default: false }),
      ),
      ignoreCase: Type.Optional(Type.Boolean({ description: 'Ignore the case of letters.', default: false })),
      startLine: Type.Optional(Type.Integer({ description: 'The first line to search, from 1.', minimum: 1 })),
      endLine: Type.Optional(Type.Integer({ description: 'The last line to search.', minimum: 1 })),
    }),
    parameterAliases: {
      file_path: 'path',
      use_regex: 'regex',
      ignore_case: 'ignoreCase',
      start_line: 'startLine',
      end_line: 'endLine',
    },
    limits,
    validate({ path, glob, startLine = 1, endLine = Infinity }) {
      const errors: string[] = [];
      if ((path === undefined) === (glob === undefined)) errors.push('give either path or glob, and not both');
      if (startLine > endLine) errors.push(`startLine (${startLine}) comes after endLine (${endLine})`);
      return { valid: errors.length === 0, errors };
    },
    async files({ path, glob = '' }, context) {
      if (path !== undefined) return [{ path, access: 'write' }];
      const { findFiles } = await import('./find-files.ts');
      return findFiles(glob, context, limits);
    },
    resources: ({ path, glob = '' }) => writeResources([path ?? splitGlob(glob).folder]),
    async work(edit, params, files) {
      const { searchAndReplace } = await import('./search-and-replace.ts');
      await searchAndReplace(edit, params, { files, limits });
    },
  });
}
