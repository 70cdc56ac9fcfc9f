import { ToolFailure, Type, coreErrors, defineTool, ok, ownerOf, printable } from '@ku0/agent-runtime-tools-core';
import { DEFAULT_LIMIT, readArtifact, type ArtifactRead } from './read-artifact.ts';
import { version } from '../version.ts';

export const readArtifactTool = defineTool({
  name: 'read_artifact',
  description:
    'Reads an artifact, which keeps what was too long for a result: limit characters from offset on, or with search the ' +
    'lines that a regular expression matches, each with the offset to read around it.',
  version,
  parameters: Type.Object({
    id: Type.String({ description: 'The id that the result gave.', minLength: 1, examples: ['artifact-1f2e3d'] }),
    offset: Type.Optional(
      Type.Integer({ description: 'The first character, counted from 0; with search, where to begin.', minimum: 0 }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `How many characters, ${DEFAULT_LIMIT} if left out; with search: how many lines, 50 if left out.`,
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    search: Type.Optional(
      Type.String({ description: 'A regular expression; only lines that match are given.', minLength: 1 }),
    ),
  }),
  output: Type.Object({
    id: Type.String(),
    text: Type.String(),
    offset: Type.Integer(),
    total: Type.Integer(),
    nextOffset: Type.Optional(Type.Integer()),
    matches: Type.Optional(
      Type.Array(Type.Object({ line: Type.Integer(), offset: Type.Integer(), content: Type.String() })),
    ),
  }),
  capabilities: { idempotent: true, retryable: true },
  limits: { maxOutputChars: 110_000 },
  parameterAliases: { artifact_id: 'id', artifactId: 'id', artifact: 'id', pattern: 'search' },
  async execute(params, context) {
    const store = context.services.artifacts;
    if (store === undefined)
      throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: 'There is no artifact store.' }));
    const { signal, emitProgress } = context;
    return ok(await readArtifact(params, { store, owner: ownerOf(context), signal, emitProgress }));
  },
  preview: (result, maxLines) =>
    (result.ok ? textOf(result.value).split('\n') : [result.error.message]).slice(0, maxLines),
  toModelOutput: (read) => [{ type: 'text', text: textOf(read) }],
});

function textOf({ id, text, matches, offset, total, nextOffset }: ArtifactRead): string {
  if (matches !== undefined) {
    const lines = matches.map(({ line, offset: at, content }) => `line ${line}, offset ${at}: ${printable(content)}`);
    if (lines.length === 0) lines.push(`No line of ${printable(id)} matches.`);
    if (nextOffset !== undefined) lines.push(`[search on with offset ${nextOffset}]`);
    return lines.join('\n');
  }
  if (nextOffset === undefined) return text === '' ? `[${printable(id)} ends at ${total}]` : text;
  return `${text}\n[characters ${offset} to ${nextOffset - 1} of ${total}; read on with offset ${nextOffset}]`;
}
