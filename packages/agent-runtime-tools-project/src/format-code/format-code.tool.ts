import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { projectSettings } from '../project-options.ts';
import type { ProjectOptions } from '../project-options.ts';
import { runningCapabilities } from '../run/run-call.ts';
import { version } from '../version.ts';
import type { FormatCodeValue } from './format-code.ts';

/** The `format_code` tool without the rest of the pack. */
export function formatCodeTool(options: ProjectOptions = {}) {
  const settings = projectSettings(options);
  return defineTool({
    name: 'format_code',
    description:
      'Formats files with the formatter of their project (prettier, biome, ruff, black, gofmt, rustfmt) and returns the diff. Uses a formatter ' +
      'that is installed, and never downloads one.',
    version,
    parameters: Type.Object({
      paths: Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
        description: 'Files and folders, relative to the workspace root. In folders, ignored files are left out.',
        minItems: 1,
        maxItems: 500,
        examples: [['src']],
      }),
      formatter: Type.Optional(
        Type.Enum(['prettier', 'biome', 'ruff', 'black', 'gofmt', 'rustfmt'], {
          description: 'The formatter. Default: what the project uses.',
        }),
      ),
    }),
    output: Type.Object({
      runs: Type.Array(Type.Object({ formatter: Type.String(), project: Type.String(), files: Type.Integer() })),
      changed: Type.Array(Type.String()),
      total: Type.Integer({ description: 'The number of changed files.' }),
      diff: Type.String(),
      truncated: Type.Boolean(),
      problems: Type.Optional(
        Type.String({ description: 'What the formatters printed about files they could not format.' }),
      ),
      undo: Type.String({ description: 'How to take it back.' }),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...runningCapabilities, accessesNetwork: false },
    requiresApproval: true,
    limits: { timeoutMs: 600_000, graceMs: 10_000 },
    parameterAliases: { path: 'paths', files: 'paths' },
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => {
      const { planFormatCode } = await import('./format-code.ts');
      return ok(await planFormatCode(params, { settings, context }));
    },
    execute: async (params, context) => {
      const { formatCode } = await import('./format-code.ts');
      return ok(await formatCode(params, { settings, context }));
    },
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ runs, changed, total, diff, problems, undo, notes = [] }: FormatCodeValue): string[] {
  return [
    ...runs.map(({ formatter, project, files }) => `${formatter} in ${printable(project)}: ${files} files`),
    `${total} ${total === 1 ? 'file' : 'files'} changed.`,
    ...changed.slice(0, 50).map((path) => printable(path)),
    ...(problems === undefined ? [] : ['Problems:', printable(problems, { multiline: true })]),
    ...notes.map((note) => `[${printable(note)}]`),
    ...(total > 0 ? [`To take it back: ${undo}`, '', printable(diff, { multiline: true })] : []),
  ];
}
