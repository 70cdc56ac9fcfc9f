import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { findToolNames, fixedRemoteTool, remoteToolName, remoteToolNames } from '@ku0/agent-runtime-tools-rules';

/**
 * The names under which Claude Code's hooks and rules know a tool: its own name, and those of what it does. A tool that is not
 * in the table and writes files is known as every editor, one that executes commands as `Bash`.
 */
export function claudeNames(tool: ToolIdentity): readonly string[] {
  const { name } = tool;
  const known = namesInTable(name);
  const remote = fixedRemoteTool(tool);
  return [
    ...new Set([
      name,
      ...(known.length > 0 ? known : namesByCapability(tool)),
      ...(remote === undefined ? [] : remoteToolNames(remote)),
    ]),
  ];
}

/** The one name that a hook is told for a call. */
export function claudeName(tool: ToolIdentity, parameters: Readonly<Record<string, unknown>>): string {
  const { name, capabilities } = tool;
  const known = namesInTable(name)[0];
  if (known !== undefined) return known;
  const remote = fixedRemoteTool(tool);
  // A resource of a server is no tool of it.
  if (remote !== undefined) return remote.tool === '' ? name : remoteToolName(remote);
  if (capabilities.executesCommands && typeof parameters['command'] === 'string') return 'Bash';
  if (!capabilities.writesFiles) return name;
  return typeof parameters['content'] === 'string' ? 'Write' : 'Edit';
}

function namesInTable(name: string): readonly string[] {
  return findToolNames(name)?.claude ?? [];
}

function namesByCapability({ capabilities }: ToolIdentity): string[] {
  return [...(capabilities.writesFiles ? EDITORS : []), ...(capabilities.executesCommands ? ['Bash'] : [])];
}

const EDITORS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];
