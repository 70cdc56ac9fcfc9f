import { exampleArguments, type ToolHandler } from '@ku0/agent-runtime-tools-core';

/** A call of the tool that can be pasted into a shell. */
export function exampleCommand(tool: ToolHandler, program: string): string {
  const json = JSON.stringify(exampleArguments(tool.parameters));
  return `${program} call ${tool.name} '${json.replaceAll("'", String.raw`'\''`)}'`;
}
