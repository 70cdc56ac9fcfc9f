import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';

/** The groups of tools that a permission rule can name. */
export type RuleFamily = 'Bash' | 'Read' | 'Edit' | 'Delete' | 'WebFetch' | 'WebSearch' | 'Agent' | 'TodoWrite';

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
  return FAMILIES.get(name);
}

const FAMILIES: ReadonlyMap<string, RuleFamily> = new Map([
  ['Bash', 'Bash'],
  ['Read', 'Read'],
  ['Glob', 'Read'],
  ['Grep', 'Read'],
  ['LS', 'Read'],
  ['Edit', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['Write', 'Edit'],
  ['Delete', 'Delete'],
  ['WebFetch', 'WebFetch'],
  ['WebSearch', 'WebSearch'],
  ['TodoWrite', 'TodoWrite'],
  ['Task', 'Agent'],
  ['Agent', 'Agent'],
]);

type Ability = 'reads' | 'writes' | 'executes' | 'network' | 'destroys';

function row(
  names: string,
  family: RuleFamily | undefined,
  abilities: readonly Ability[],
  unasked: UnaskedUse,
): KnownTool[] {
  return names.split(' ').map((spelled) => {
    const all = spelled.split('|');
    return { name: all[0] ?? spelled, names: all, family, capabilities: capable(abilities), unasked };
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
  row('read_file|read read_many_files notebook_read|notebookread view', 'Read', ['reads'], 'always'),
  row('list_directory|list_files|ls glob grep|search_files|ripgrep', 'Read', ['reads'], 'always'),
  row('search_code get_codebase_map get_symbol_info get_imports_exports', 'Read', ['reads'], 'always'),
  row('build_dependency_graph resolve_symbol find_references', 'Read', ['reads'], 'always'),
  row('list_code_definitions|list_code_definition_names', 'Read', ['reads'], 'always'),
  row('detect_project_type extract_conventions get_project_overview', 'Read', ['reads'], 'always'),
  row('git_status git_diff git_log git_show git_blame', 'Read', ['reads'], 'always'),
  row('list_changes list_commands read_command_output', undefined, [], 'always'),
  row('write_file|write_to_file|write|create_file', 'Edit', ['writes'], 'new-file'),
  row('move_file|rename_file', 'Edit', ['reads', 'writes'], 'new-file'),
  row('edit_file|replace|edit multiedit apply_diff multi_apply_diff apply_patch', 'Edit', ['reads', 'writes'], 'never'),
  row('search_and_replace insert_content notebook_edit|notebookedit', 'Edit', ['reads', 'writes'], 'never'),
  row('str_replace_based_edit_tool|str_replace_editor undo_change', 'Edit', ['reads', 'writes'], 'never'),
  row('format_code', 'Edit', ['reads', 'writes', 'executes'], 'never'),
  row('delete_file|remove_file', 'Delete', ['writes', 'destroys'], 'never'),
  row('bash|shell|sh|terminal', 'Bash', ['executes', 'writes', 'reads', 'network'], 'never'),
  row('run_command|execute_command|exec_command|exec', 'Bash', ['executes', 'writes', 'reads', 'network'], 'never'),
  row(
    'run_shell_command|run_terminal_cmd|run_in_terminal',
    'Bash',
    ['executes', 'writes', 'reads', 'network'],
    'never',
  ),
  row('write_command_input stop_command', undefined, ['executes'], 'never'),
  row('run_code', undefined, ['executes'], 'always'),
  row('run_tests', undefined, ['executes', 'reads'], 'never'),
  row('install_package', undefined, ['executes', 'writes', 'network'], 'never'),
  row('git_add git_commit git_branch git_checkout git_stash', undefined, ['executes', 'writes'], 'never'),
  row('git_push', undefined, ['executes', 'network'], 'never'),
  row('web_fetch|webfetch|fetch_url browser_action', 'WebFetch', ['network'], 'never'),
  row('web_search|websearch', 'WebSearch', ['network'], 'always'),
  row('use_mcp_tool access_mcp_resource', undefined, ['network', 'executes', 'writes'], 'never'),
  row('todo_write|todowrite', 'TodoWrite', [], 'always'),
  row('ask_followup_question attempt_completion switch_mode', undefined, [], 'always'),
  row('agent|task', 'Agent', ['executes', 'writes', 'reads', 'network'], 'never'),
].flat();

const BY_NAME: ReadonlyMap<string, KnownTool> = new Map(
  TABLE.flatMap((tool) => tool.names.map((name): [string, KnownTool] => [name, tool])),
);
