import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { SYMBOL_KINDS } from '../indexer/code-file.ts';
import { kindSchema, languageSchema, notesSchema, pathSchema, precisionSchema } from '../output-schemas.ts';
import { DEFAULT_LIMIT, type CodeSearchResult } from './search-code.ts';
import { version } from '../version.ts';

/** The `search_code` tool without the rest of the pack. It needs `services.code`. */
export const searchCodeTool = defineTool({
  name: 'search_code',
  description:
    'Finds definitions by fuzzy name (query), best first, or code by its structure (pattern): code with metavariables, where $NAME ' +
    'stands for one node and $$$ for any number, such as fetch($URL, $$$). Comments and strings never match a query. Use grep for text.',
  version,
  parameters: Type.Object(
    {
      query: Type.Optional(
        Type.String({
          description: 'Name, part of a name or initials; several words must all fit.',
          minLength: 1,
          maxLength: 500,
          examples: ['parseConfig'],
        }),
      ),
      pattern: Type.Optional(
        Type.String({
          description: 'Code with metavariables, instead of query.',
          minLength: 1,
          maxLength: 5_000,
          examples: ['console.log($$$)'],
        }),
      ),
      path: Type.Optional(pathSchema),
      kind: Type.Optional(kindSchema),
      language: Type.Optional(languageSchema),
      limit: Type.Optional(
        Type.Integer({ description: 'The most results.', minimum: 1, maximum: 1_000, default: DEFAULT_LIMIT }),
      ),
    },
    // Neither query nor pattern is required by itself, so the example call has to be given.
    { examples: [{ query: 'parseConfig' }] },
  ),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.Enum([...SYMBOL_KINDS, 'match'], { type: 'string' }),
        file: Type.String(),
        line: Type.Integer(),
        endLine: Type.Integer(),
        signature: Type.String(),
        score: Type.Number(),
        container: Type.Optional(Type.String()),
        variables: Type.Optional(Type.Record(Type.String(), Type.String())),
      }),
    ),
    total: Type.Integer(),
    truncated: Type.Boolean(),
    precision: precisionSchema,
    notes: notesSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path', name: 'query', symbol: 'query' },
  validate: ({ query, pattern, kind }) => {
    const errors: string[] = [];
    if ((query === undefined) === (pattern === undefined)) errors.push('give either query or pattern');
    if (pattern !== undefined && kind !== undefined) errors.push('kind goes with query, not with pattern');
    return errors.length === 0 ? { valid: true } : { valid: false, errors };
  },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute({ query, pattern, path = '.', kind, language, limit = DEFAULT_LIMIT }, context) {
    const options = { ...codeCall(context), limit, ...(language !== undefined && { language }) };
    const engine = engineOf(context);
    if (pattern !== undefined) return ok(await engine.searchStructure(path, pattern, options));
    return ok(await engine.search(path, query ?? '', { ...options, ...(kind !== undefined && { kind }) }));
  },
  preview: (result, maxLines) => (result.ok ? resultLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: resultLines(value).join('\n') }],
});

function resultLines({ results, total, truncated, notes = [] }: CodeSearchResult): string[] {
  const lines = results.map(
    ({ file, line, kind, signature, container }) =>
      `${printable(file)}:${line}: ${kind === 'match' ? '' : `${kind} `}${container === undefined ? '' : `(in ${printable(container)}) `}${printable(signature)}`,
  );
  if (total === 0) lines.push('Nothing found.');
  if (truncated) lines.push(`[the first ${results.length} of at least ${total}; raise limit or narrow the search]`);
  return [...lines, ...notes.map((note) => `[${printable(note)}]`)];
}
