import { createHash } from 'node:crypto';
import type { Principal, ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { fixedRemoteTool, remoteToolName } from '@ku0/agent-runtime-tools-rules';
import type { LimitScope } from '../rate-limit-options.ts';
import type { CompiledLimit } from './compile-limits.ts';

/** What a call is counted by. */
export interface CountedCall {
  readonly tool: ToolIdentity;
  /** On whose behalf it is made. */
  readonly principal?: Principal | undefined;
  readonly taskId: string;
}

/** The key under which a limit counts a call. The lengths keep `a` + `b/c` apart from `a/b` + `c`. */
export function limitKey({ name, by }: CompiledLimit, call: CountedCall): string {
  let key = name;
  for (const scope of by) {
    const part = partOf(scope, call);
    key += `/${part.length}:${part}`;
  }
  return key.length <= MAX_LENGTH ? key : `${key.slice(0, 64)}#${createHash('sha256').update(key).digest('hex')}`;
}

function partOf(scope: LimitScope, { tool, principal, taskId }: CountedCall): string {
  switch (scope) {
    case 'tool':
      return toolName(tool);
    case 'pack':
      return tool.pack ?? '';
    case 'principal':
      return principal?.id ?? '';
    // Tasks of different principals are different tasks.
    case 'task':
      return `${principal?.id.length ?? 0}:${principal?.id ?? ''}/${taskId}`;
    default:
      return scope satisfies never;
  }
}

/** Calls to the tools of an MCP server through one forwarding tool count by the tool that they go to. */
function toolName(tool: ToolIdentity): string {
  if (tool.remote === undefined) return tool.name;
  const remote = fixedRemoteTool(tool);
  return remote === undefined ? tool.name : remoteToolName(remote);
}

const MAX_LENGTH = 200;
