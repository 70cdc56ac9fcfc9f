import { defineTool, ok, type Tool } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { neededWorkspace } from '../needed-workspace.ts';
import type { SearchEngines } from '../search-engines.ts';
import { glob } from './glob.ts';
import { globOutput, globParameters, type GlobParameters, type GlobValue } from './glob-schema.ts';
import { globText, summary } from './glob-text.ts';

export function globTool(engines: SearchEngines): Tool<'glob', GlobParameters, GlobValue> {
  return defineTool({
    name: 'glob',
    description:
      'Finds files by name with globs (*, **, ?, [abc], {a,b}), with size and time of change. Files that .gitignore leaves out and .git ' +
      'are skipped; hidden files are listed. Use grep to search the text of files.',
    version: '1.0.0',
    parameters: globParameters,
    output: globOutput,
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    parameterAliases: { glob: 'pattern', directory: 'path', ignore: 'exclude' },
    validate: ({ pattern, patterns }) =>
      pattern === undefined && patterns === undefined
        ? { valid: false, errors: ['pattern is missing: give a glob such as "**/*.ts"'] }
        : { valid: true },
    resources: ({ path = '.' }) => [fileResource(path, 'read')],
    async execute(parameters, { services, signal }) {
      const { value, warnings } = await glob(parameters, {
        workspace: neededWorkspace(services),
        engine: engines.glob,
        timeoutMs: engines.timeoutMs,
        signal,
      });
      return ok(value, { ...(warnings.length > 0 && { warnings }) });
    },
    preview: (result, maxLines) =>
      result.ok
        ? [summary(result.value), ...result.value.files.slice(0, maxLines - 1).map(({ path }) => path)]
        : [result.error.message],
    toModelOutput: (value) => [{ type: 'text', text: globText(value) }],
  });
}
