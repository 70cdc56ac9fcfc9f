import { Type, type Static } from '@ku0/agent-runtime-tools-core';

export const grepParameters = Type.Object({
  pattern: Type.String({
    description: 'Regular expression (Rust syntax, no look-around or backreferences), or plain text with literal.',
    maxLength: 10_000,
    examples: ['function \\w+'],
  }),
  path: Type.Optional(Type.String({ description: 'Folder or file to search.', default: '.', minLength: 1 })),
  include: Type.Optional(
    Type.String({
      description: 'Glob of the files to search: "*.ts" in any folder, "src/**/*.{ts,tsx}" from path.',
      minLength: 1,
      maxLength: 2_000,
    }),
  ),
  type: Type.Optional(
    Type.String({ description: 'File type, such as ts, py, rust, md.', minLength: 1, maxLength: 100 }),
  ),
  ignoreCase: Type.Optional(Type.Boolean({ description: 'Ignore the case of letters.', default: false })),
  literal: Type.Optional(
    Type.Boolean({ description: 'The pattern is text, not a regular expression.', default: false }),
  ),
  multiline: Type.Optional(
    Type.Boolean({ description: 'A match may span lines; "." stops at a line break unless (?s).', default: false }),
  ),
  contextLines: Type.Optional(contextLines('Lines to show before and after each match.')),
  beforeContext: Type.Optional(contextLines('Lines to show before each match, instead of contextLines.')),
  afterContext: Type.Optional(contextLines('Lines to show after each match, instead of contextLines.')),
  outputMode: Type.Optional(
    Type.Union([Type.Literal('content'), Type.Literal('files'), Type.Literal('count')], {
      description: 'content: matching lines; files: the files that match; count: matching lines per file.',
      default: 'content',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: 'Maximum number of matches (content) or files (files, count) to return.',
      minimum: 1,
      maximum: 10_000,
      default: 200,
    }),
  ),
  includeIgnored: Type.Optional(
    Type.Boolean({ description: 'Also search files that .gitignore excludes.', default: false }),
  ),
});

export type GrepParameters = Static<typeof grepParameters>;

const match = Type.Object({
  file: Type.String(),
  line: Type.Integer({ description: '1-based.' }),
  column: Type.Integer({ description: '1-based, in UTF-16 units of the line.' }),
  content: Type.String({ description: 'The line, or all lines of a multi-line match.' }),
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
  cut: Type.Optional(Type.Boolean({ description: 'The line is very long: content is the part around the match.' })),
});

export type GrepMatch = Static<typeof match>;

export const grepOutput = Type.Object({
  outputMode: Type.Union([Type.Literal('content'), Type.Literal('files'), Type.Literal('count')]),
  matches: Type.Optional(Type.Array(match)),
  files: Type.Optional(Type.Array(Type.String())),
  counts: Type.Optional(Type.Array(Type.Object({ file: Type.String(), count: Type.Integer() }))),
  total: Type.Integer({ description: 'Number of matches (content) or files; at least that many unless complete.' }),
  filesSearched: Type.Integer({ description: 'At least that many unless complete.' }),
  complete: Type.Boolean({ description: 'Every file was searched completely, so the numbers are exact.' }),
  truncated: Type.Boolean({ description: 'There is more than was returned.' }),
  binaryFiles: Type.Optional(Type.Integer({ description: 'Files with matches that were skipped as binary.' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What was not searched, and why.' })),
});

export type GrepValue = Static<typeof grepOutput>;

function contextLines(description: string): ReturnType<typeof Type.Integer> {
  return Type.Integer({ description, minimum: 0, maximum: 100 });
}
