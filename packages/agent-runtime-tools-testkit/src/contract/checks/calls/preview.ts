import type { ToolHandler, ToolResult } from '@ku0/agent-runtime-tools-core';

/** `preview` must return at most the requested number of lines. It is called directly, because core hides its failures. */
export function previewProblems(tool: ToolHandler, result: ToolResult): string[] {
  if (tool.preview === undefined) return [];
  const problems: string[] = [];
  for (const maxLines of [1, 3, 10]) {
    try {
      const lines: unknown = tool.preview(result, maxLines);
      if (!isLines(lines)) problems.push(`preview(${maxLines}) gave something that is not a list of lines`);
      else if (lines.length > maxLines) problems.push(`preview(${maxLines}) gave ${lines.length} lines`);
    } catch (error) {
      problems.push(`preview(${maxLines}) threw ${String(error)}`);
    }
  }
  return problems;
}

function isLines(lines: unknown): lines is string[] {
  return Array.isArray(lines) && lines.every((line) => typeof line === 'string');
}
