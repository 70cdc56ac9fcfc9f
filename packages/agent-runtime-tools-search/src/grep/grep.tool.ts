import { defineTool, ok, type Tool } from '@ku0/agent-runtime-tools-core';
import { fileResource, requireWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { chooseEngines, type SearchOptions } from '../choose-engines.ts';
import { withProgress } from '../search-progress.ts';
import { grep } from './grep.ts';
import { grepOutput, grepParameters, type GrepParameters, type GrepValue } from './grep-schema.ts';
import { grepText, summary } from './grep-text.ts';
import { version } from '../version.ts';

/** The `grep` tool without the rest of the pack. Throws for invalid options. */
export function grepTool(options: SearchOptions = {}): Tool<'grep', GrepParameters, GrepValue> {
  const engines = chooseEngines(options);
  return defineTool({
    name: 'grep',
    description:
      'Searches the text of files with a regular expression (ripgrep). Results are ordered by path. Skips .git, binary files and files ' +
      'that .gitignore excludes; searches dotfiles. Use outputMode "files" or "count" for an overview, include or type to narrow it, ' +
      'contextLines to see the lines around a match.',
    version,
    parameters: grepParameters,
    output: grepOutput,
    capabilities: { readsFiles: true, idempotent: true, retryable: true },
    parameterAliases: {
      regex: 'pattern',
      query: 'pattern',
      glob: 'include',
      file_pattern: 'include',
      ignore_case: 'ignoreCase',
      context: 'contextLines',
      output_mode: 'outputMode',
    },
    resources: ({ path = '.' }) => [fileResource(path, 'read')],
    async execute(parameters, context) {
      const { value, warnings } = await withProgress(context, {
        noun: (parameters.outputMode ?? 'content') === 'content' ? 'matches' : 'files',
        search: (progress) =>
          grep(parameters, {
            workspace: requireWorkspace(context),
            engine: engines.grep,
            timeoutMs: engines.timeoutMs,
            signal: context.signal,
            progress,
          }),
      });
      return ok(value, { ...(warnings.length > 0 && { warnings }) });
    },
    preview: (result, maxLines) =>
      result.ok ? previewLines(summary(result.value), grepText(result.value), maxLines) : [result.error.message],
    toModelOutput: (value) => [{ type: 'text', text: grepText(value) }],
  });
}

function previewLines(first: string, text: string, maxLines: number): string[] {
  return [first, ...text.split('\n', maxLines)].slice(0, maxLines);
}
