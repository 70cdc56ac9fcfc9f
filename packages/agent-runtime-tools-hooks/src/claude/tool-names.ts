import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';

/**
 * The names under which hooks and rules of Claude Code know a tool: its own, and by what it does. A tool that is not
 * in the table and writes files answers to `Edit` and to `Write`, one that executes commands to `Bash`.
 */
export function claudeNames(tool: ToolIdentity): readonly string[] {
  const { name } = tool;
  const names = new Set([name, ...(NAMES.get(name) ?? namesByCapability(tool))]);
  const mcp = mcpName(name);
  if (mcp !== undefined) names.add(mcp);
  return [...names];
}

/** The one name that a hook is told, given what the call looks like. */
export function claudeName(
  { name, capabilities }: ToolIdentity,
  parameters: Readonly<Record<string, unknown>>,
): string {
  const [known] = NAMES.get(name) ?? [];
  if (known !== undefined) return known;
  const mcp = mcpName(name);
  if (mcp !== undefined) return mcp;
  if (capabilities.executesCommands && typeof parameters['command'] === 'string') return 'Bash';
  if (!capabilities.writesFiles) return name;
  return typeof parameters['content'] === 'string' ? 'Write' : 'Edit';
}

const EDIT = ['Edit', 'MultiEdit'];
const EDITORS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

/** A map, for a tool may be called `constructor`. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    read_file: ['Read'],
    read: ['Read'],
    write_file: ['Write'],
    edit_file: EDIT,
    apply_diff: EDIT,
    multi_apply_diff: ['MultiEdit', 'Edit'],
    search_and_replace: EDIT,
    insert_content: EDIT,
    bash: ['Bash'],
    run_command: ['Bash'],
    write_command_input: ['Bash'],
    glob: ['Glob'],
    grep: ['Grep'],
    list_directory: ['LS'],
    web_fetch: ['WebFetch'],
    web_search: ['WebSearch'],
    todo_write: ['TodoWrite'],
    agent: ['Task', 'Agent'],
  }),
);

function namesByCapability({ capabilities }: ToolIdentity): string[] {
  return [...(capabilities.writesFiles ? EDITORS : []), ...(capabilities.executesCommands ? ['Bash'] : [])];
}

/** Tools of MCP servers are `server__tool` here. */
function mcpName(name: string): string | undefined {
  if (name.startsWith('mcp__')) return name;
  const at = name.indexOf('__');
  return at > 0 && at + 2 < name.length ? `mcp__${name}` : undefined;
}
