import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { createCodeEngine } from './create-code-engine.ts';
import { DefaultToolExecutor } from './default-tool-executor.ts';
import { DefaultToolRegistry } from './default-tool-registry.ts';
import { codecraftErrors } from './errors.ts';
import { createDefaultContext } from './tool-context.ts';
import { allTools } from './all-tools.ts';
import type { ToolResult } from './types/tool.ts';

const registry = new DefaultToolRegistry();
for (const tool of allTools) registry.register(tool);

/** The declarations of all tools, as Gemini takes them. */
export const TOOLS = registry.getDeclarations();

/** Calls a tool in the process's folder. Never rejects: the text says what went wrong. */
export async function executeTool(
  name: string,
  args: unknown,
  confirm?: (diff: string) => Promise<boolean>,
): Promise<string> {
  const context = createDefaultContext(createCodeEngine());
  const executor = new DefaultToolExecutor(registry, context);
  try {
    return textOf(await executor.executeWithContext(name, args, { ...context, confirm }));
  } catch (error) {
    return `Error: ${errorMessage(error)}`;
  }
}

function textOf({ success, data, error }: ToolResult): string {
  if (success) return typeof data === 'string' ? data : JSON.stringify(data, null, 2);
  if (error?.code === codecraftErrors.USER_CANCELLED.code) return error.message;
  const details = error?.code === 'VALIDATION_ERROR' && Array.isArray(error.details) ? error.details.join(', ') : '';
  return `Error: ${error?.message}${details === '' ? '' : `: ${details}`}`;
}
