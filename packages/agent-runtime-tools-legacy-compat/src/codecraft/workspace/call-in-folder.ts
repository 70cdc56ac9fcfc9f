import { resolve } from 'node:path';
import type { ToolHandler, ToolResult } from '@ku0/agent-runtime-tools-core';
import { runCurrentTool } from '../../adapt/run-current-tool.ts';
import { isOnDisk } from '../tool-context.ts';
import type { ToolContext } from '../types/tool-context.ts';
import { CONTEXT_ROOT, ContextFileSystem } from './context-file-system.ts';

/** Calls a current tool on a folder of the context: on disk, or on a workspace made of the context's own functions. */
export async function callInFolder<R>(
  context: ToolContext,
  folder: string,
  tool: ToolHandler<unknown, R>,
  params: unknown,
): Promise<ToolResult<R>> {
  const { signal } = context;
  if (isOnDisk(context)) return runCurrentTool({ tool, params, root: resolve(context.cwd, folder), signal });
  const fs = new ContextFileSystem(context.fs, folder);
  return runCurrentTool({ tool, params, root: CONTEXT_ROOT, fs, signal });
}
