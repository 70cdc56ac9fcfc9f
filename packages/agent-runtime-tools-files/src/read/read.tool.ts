import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { fileCall } from '../file-call.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from '../read-limits.ts';
import { read } from './read.ts';
import { version } from '../version.ts';

/** Creates the tool. `given` overrides the default limits. */
export function readTool(given: Partial<ReadLimits> = {}) {
  const limits = { ...DEFAULT_READ_LIMITS, ...given };
  return defineTool({
    name: 'read',
    description:
      'Reads several text files at once. Each begins with "=== path ===" and has numbered lines. A file that cannot be read ' +
      `has its error there, and the others are still read. Together they may take about ${limits.maxTokens} tokens: use ` +
      'limit and offset for more.',
    version,
    parameters: Type.Object({
      file_paths: Type.Array(Type.String(), {
        description: 'The files, relative to the workspace root.',
        minItems: 1,
        maxItems: 100,
        examples: [['src/main.ts', 'package.json']],
      }),
      limit: Type.Optional(
        Type.Integer({ description: 'How many lines of each file; 0 is all.', minimum: 0, default: 0 }),
      ),
      offset: Type.Optional(
        Type.Integer({
          description:
            'The first line, counted from 1; a negative number counts from the end (-100: the last 100 lines).',
          default: 1,
        }),
      ),
    }),
    output: Type.Object({
      content: Type.String(),
      files_read: Type.Integer(),
      files_failed: Type.Integer(),
      estimated_tokens: Type.Integer(),
      failures: Type.Optional(
        Type.Array(Type.Object({ path: Type.String(), code: Type.String(), message: Type.String() })),
      ),
    }),
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    // The token estimate bounds the text; core's limit would cut out the middle.
    limits: { maxOutputChars: limits.maxTokens * 4 + 100_000 },
    parameterAliases: { paths: 'file_paths', files: 'file_paths', file_path: 'file_paths', path: 'file_paths' },
    resources: ({ file_paths }) => file_paths.map((path) => fileResource(path, 'read')),
    async execute(params, context) {
      const { value, paths } = await read(params, { ...fileCall(context), limits });
      return ok(value, { bytesRead: Buffer.byteLength(value.content), filesAccessed: paths });
    },
    preview(result, maxLines) {
      if (!result.ok) return [result.error.message];
      const { content, files_read, files_failed } = result.value;
      const failed = files_failed === 0 ? '' : `, ${files_failed} failed`;
      return [`${files_read} read${failed}`, ...content.split('\n', maxLines)].slice(0, maxLines);
    },
    toModelOutput: ({ content }) => [{ type: 'text', text: content }],
  });
}
