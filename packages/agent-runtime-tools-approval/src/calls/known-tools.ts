import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { RULE_NAMES, findToolNames, type ToolFamily } from '@ku0/agent-runtime-tools-rules';

/** The groups of tools that a permission rule can name. */
export type RuleFamily = ToolFamily;

/** When a tool may run without asking, unless a rule says otherwise. */
export type UnaskedUse = 'always' | 'new-file' | 'never';

/** A tool that is recognised by its name. */
export interface KnownTool {
  /** The main name; the others are aliases. */
  readonly name: string;
  readonly names: readonly string[];
  readonly family: RuleFamily | undefined;
  readonly capabilities: ToolCapabilities;
  readonly unasked: UnaskedUse;
}

/** Looks up a tool by its name or one of its usual aliases. */
export function knownTool(name: string): KnownTool | undefined {
  return BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase());
}

/** The family for a tool name of Claude Code, such as `Glob` or `MultiEdit`. */
export function ruleFamily(name: string): RuleFamily | undefined {
  return RULE_NAMES.get(name)?.family;
}

type Ability = 'reads' | 'writes' | 'executes' | 'network' | 'destroys';

/** Tools with the same capabilities. Their aliases and families are in the table of the rules package. */
function row(names: string, abilities: readonly Ability[], unasked: UnaskedUse): KnownTool[] {
  return names.split(' ').map((name) => {
    const { aliases = [], family } = findToolNames(name) ?? {};
    return { name, names: [name, ...aliases], family, capabilities: capable(abilities), unasked };
  });
}

function capable(abilities: readonly Ability[]): ToolCapabilities {
  return {
    readsFiles: abilities.includes('reads'),
    writesFiles: abilities.includes('writes'),
    executesCommands: abilities.includes('executes'),
    accessesNetwork: abilities.includes('network'),
    destructive: abilities.includes('destroys'),
    idempotent: false,
    retryable: false,
  };
}

const TABLE: readonly KnownTool[] = [
  row('read_file read_many_files notebook_read view', ['reads'], 'always'),
  row('list_directory glob grep', ['reads'], 'always'),
  row('search_code get_codebase_map get_symbol_info get_imports_exports', ['reads'], 'always'),
  row('build_dependency_graph resolve_symbol find_references', ['reads'], 'always'),
  row('list_code_definitions', ['reads'], 'always'),
  row('detect_project_type extract_conventions get_project_overview', ['reads'], 'always'),
  row('git_status git_diff git_log git_show git_blame', ['reads'], 'always'),
  row('list_changes list_commands read_command_output', [], 'always'),
  row('write_file', ['writes'], 'new-file'),
  row('move_file', ['reads', 'writes'], 'new-file'),
  row('edit_file multiedit apply_diff multi_apply_diff apply_patch', ['reads', 'writes'], 'never'),
  row('search_and_replace insert_content notebook_edit', ['reads', 'writes'], 'never'),
  row('str_replace_based_edit_tool undo_change', ['reads', 'writes'], 'never'),
  row('format_code', ['reads', 'writes', 'executes'], 'never'),
  row('delete_file', ['writes', 'destroys'], 'never'),
  row('bash', ['executes', 'writes', 'reads', 'network'], 'never'),
  row('run_command', ['executes', 'writes', 'reads', 'network'], 'never'),
  row('run_shell_command', ['executes', 'writes', 'reads', 'network'], 'never'),
  row('write_command_input stop_command', ['executes'], 'never'),
  row('run_code', ['executes'], 'always'),
  row('run_tests', ['executes', 'reads'], 'never'),
  row('install_package', ['executes', 'writes', 'network'], 'never'),
  row('git_add git_commit git_branch git_checkout git_stash', ['executes', 'writes'], 'never'),
  row('git_push', ['executes', 'network'], 'never'),
  row('web_fetch browser_action', ['network'], 'never'),
  row('web_search', ['network'], 'always'),
  row('use_mcp_tool access_mcp_resource', ['network', 'executes', 'writes'], 'never'),
  row('todo_write', [], 'always'),
  row('ask_followup_question attempt_completion', [], 'always'),
  row('switch_mode', [], 'never'),
  row('agent', ['executes', 'writes', 'reads', 'network'], 'never'),
].flat();

const BY_NAME: ReadonlyMap<string, KnownTool> = new Map(
  TABLE.flatMap((tool) => tool.names.map((name): [string, KnownTool] => [name, tool])),
);
