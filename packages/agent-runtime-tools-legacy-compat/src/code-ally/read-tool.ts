import { basename, dirname, resolve } from 'node:path';
import { readTool, type FilesRead } from '@ku0/agent-runtime-tools-files';
import type { ToolError, ToolResult as CurrentResult } from '@ku0/agent-runtime-tools-core';
import { runCurrentTool } from '../adapt/run-current-tool.ts';
import { BaseTool } from './base-tool.ts';
import type { FunctionDefinition } from './function-definition.ts';
import type { ToolResult } from './tool-result.ts';

/** The estimated tokens that the files of one call may take together. */
const MAX_TOKENS = 25_000;

/** Reads files with the current `read`. As before, a path may lead anywhere. */
export class ReadTool extends BaseTool {
  readonly name = 'read';
  readonly description = 'Read one or more files with line numbers';
  readonly requiresConfirmation = false;

  override getFunctionDefinition(): FunctionDefinition {
    return {
      type: 'function',
      function: {
        name: this.name,
        description: this.description,
        parameters: {
          type: 'object',
          properties: {
            file_paths: { type: 'array', description: 'Array of file paths', items: { type: 'string' } },
            limit: { type: 'integer', description: 'Max lines per file (0 = all)' },
            offset: { type: 'integer', description: 'Start line (1-based)' },
          },
          required: ['file_paths'],
        },
      },
    };
  }

  protected async executeImpl(args: Record<string, unknown>): Promise<ToolResult> {
    this.captureParams(args);
    const { file_paths: paths, limit = 0, offset = 1 } = args;
    if (!isTextList(paths) || paths.length === 0)
      return this.formatErrorResponse(
        'file_paths is required and must be an array of paths',
        'validation_error',
        'Example: read(file_paths=["src/main.ts"])',
      );
    const sections: string[] = [];
    const failures: { path: string; error: ToolError }[] = [];
    let tokens = 0;
    for (const path of paths) {
      const result = await readOne(path, { limit, offset }, Math.max(1, MAX_TOKENS - tokens));
      if (result.ok) tokens += result.value.estimated_tokens;
      else failures.push({ path, error: result.error });
      sections.push(sectionOf(path, result));
    }
    const [first] = failures;
    if (first !== undefined && failures.length === paths.length)
      return this.formatErrorResponse(failures.map(textOf).join('; '), first.error.kind, first.error.suggestion);
    return this.formatSuccessResponse({
      content: sections.join('\n\n'),
      files_read: paths.length - failures.length,
      ...(failures.length > 0 && { files_failed: failures.length }),
    });
  }

  override getResultPreview(result: ToolResult, maxLines = 3): string[] {
    if (!result.success) return super.getResultPreview(result, maxLines);
    const count = Number(result['files_read']);
    const lines = super.getResultPreview(result, Math.max(0, maxLines - 1));
    return [`Read ${count} ${count === 1 ? 'file' : 'files'}`, ...lines];
  }
}

/** The older tool knew no workspace, so the folder of the file is one. */
function readOne(path: string, lines: object, maxTokens: number): Promise<CurrentResult<FilesRead>> {
  const file = resolve(path);
  const params = { file_paths: [basename(file)], ...lines };
  return runCurrentTool({ tool: readTool({ maxTokens }), params, root: dirname(file) });
}

function sectionOf(path: string, result: CurrentResult<FilesRead>): string {
  if (!result.ok) return `=== ${path} ===\nError: ${textOf({ path, error: result.error })}`;
  return result.value.content.replace(/^=== .* ===$/m, () => `=== ${path} ===`);
}

function textOf({ path, error: { code, message } }: { readonly path: string; readonly error: ToolError }): string {
  switch (code) {
    case 'FILE_NOT_FOUND':
      return `File not found: ${path}`;
    case 'IS_DIRECTORY':
      return `Not a file: ${path}`;
    case 'BINARY_FILE':
      return `Binary file: ${path} (a binary file cannot be shown as text)`;
    default:
      return message;
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== '');
}
