import { defineTool, ok, type Tool } from '@ku0/agent-runtime-tools-core';
import { fileResource, requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { chooseEngines, type SearchOptions } from '../choose-engines.ts';
import { withProgress } from '../search-progress.ts';
import { glob } from './glob.ts';
import { globOutput, globParameters, type GlobParameters, type GlobValue } from './glob-schema.ts';
import { globText, summary } from './glob-text.ts';
import { version } from '../version.ts';

/** The `glob` tool without the rest of the pack. Throws for invalid options. */
export function globTool(options: SearchOptions = {}): Tool<'glob', GlobParameters, GlobValue> {
  const engines = chooseEngines(options);
  return defineTool({
    name: 'glob',
    description:
      'Finds files by name with globs (*, **, ?, [abc], {a,b}), with their size and modification time. Skips .git and files that ' +
      '.gitignore excludes; lists dotfiles. Use grep to search the text of files.',
    version,
    parameters: globParameters,
    output: globOutput,
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    parameterAliases: { glob: 'pattern', directory: 'path', ignore: 'exclude' },
    validate: ({ pattern, patterns }) =>
      pattern === undefined && patterns === undefined
        ? { valid: false, errors: ['pattern is missing: give a glob such as "**/*.ts"'] }
        : { valid: true },
    resources: ({ path = '.' }) => [fileResource(path, 'read')],
    async execute(parameters, context) {
      const { value, warnings } = await withProgress(context, {
        noun: 'files',
        search: (progress) =>
          glob(parameters, {
            workspace: requireWorkspace(context),
            engine: engines.glob,
            timeoutMs: engines.timeoutMs,
            signal: context.signal,
            progress,
          }),
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
