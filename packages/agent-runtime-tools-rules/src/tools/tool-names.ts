/** What a permission rule can be about, by the names that people know from Claude Code. */
export type ToolFamily = 'Bash' | 'Read' | 'Edit' | 'Delete' | 'WebFetch' | 'WebSearch' | 'Agent' | 'TodoWrite';

/** The names of one tool, here and in other agents. */
export interface ToolNames {
  /** Its name here. */
  readonly name: string;
  /** Its names in Claude Code, the usual one first. Empty when a tool is recognised there by what it does. */
  readonly claude: readonly string[];
  /** Its names in Cline, Roo-Code and other agents. */
  readonly aliases: readonly string[];
  readonly family: ToolFamily | undefined;
}

const EDIT = 'Edit MultiEdit';

/** A row is: name, names in Claude Code, names in other agents, family. */
export const TOOL_NAMES: readonly ToolNames[] = [
  tool('read_file', 'Read', 'read', 'Read'),
  tool('read_many_files', 'Read', '', 'Read'),
  tool('notebook_read', 'NotebookRead Read', 'notebookread', 'Read'),
  tool('view', 'Read', '', 'Read'),
  tool('list_directory', 'LS', 'list_files ls', 'Read'),
  tool('glob', 'Glob', '', 'Read'),
  tool('grep', 'Grep', 'search_files ripgrep', 'Read'),
  tool('search_code', '', 'codebase_search', 'Read'),
  tool('get_codebase_map', '', '', 'Read'),
  tool('get_symbol_info', '', '', 'Read'),
  tool('get_imports_exports', '', '', 'Read'),
  tool('build_dependency_graph', '', '', 'Read'),
  tool('resolve_symbol', '', '', 'Read'),
  tool('find_references', '', '', 'Read'),
  tool('list_code_definitions', '', 'list_code_definition_names', 'Read'),
  tool('detect_project_type', '', '', 'Read'),
  tool('extract_conventions', '', '', 'Read'),
  tool('get_project_overview', '', '', 'Read'),
  tool('git_status', '', '', 'Read'),
  tool('git_diff', '', '', 'Read'),
  tool('git_log', '', '', 'Read'),
  tool('git_show', '', '', 'Read'),
  tool('git_blame', '', '', 'Read'),
  tool('write_file', 'Write', 'write_to_file write create_file new_rule', 'Edit'),
  tool('move_file', '', 'rename_file', 'Edit'),
  tool('edit_file', EDIT, 'replace edit search_replace edit_file_anthropic edit_file_gemini edit_file_grok', 'Edit'),
  tool('multiedit', 'MultiEdit Edit', '', 'Edit'),
  tool('apply_diff', EDIT, 'replace_in_file edit_file_roo', 'Edit'),
  tool('multi_apply_diff', 'MultiEdit Edit', '', 'Edit'),
  tool('apply_patch', '', 'edit_file_codex', 'Edit'),
  tool('search_and_replace', EDIT, '', 'Edit'),
  tool('insert_content', EDIT, '', 'Edit'),
  tool('notebook_edit', '', 'notebookedit', 'Edit'),
  tool('str_replace_based_edit_tool', '', 'str_replace_editor', 'Edit'),
  tool('undo_change', '', '', 'Edit'),
  tool('format_code', '', '', 'Edit'),
  tool('delete_file', '', 'remove_file', 'Delete'),
  tool('bash', 'Bash', 'shell sh terminal', 'Bash'),
  tool('run_command', 'Bash', 'execute_command exec_command exec', 'Bash'),
  tool('run_shell_command', 'Bash', 'run_terminal_cmd run_in_terminal', 'Bash'),
  tool('write_command_input', 'Bash', '', undefined),
  tool('web_fetch', 'WebFetch', 'webfetch fetch_url', 'WebFetch'),
  tool('browser_action', '', '', 'WebFetch'),
  tool('web_search', 'WebSearch', 'websearch', 'WebSearch'),
  tool('todo_write', 'TodoWrite', 'todowrite update_todo_list focus_chain', 'TodoWrite'),
  tool('ask_followup_question', '', 'plan_mode_respond act_mode_respond condense summarize_task', undefined),
  tool('agent', 'Task Agent', 'task new_task search_subagent', 'Agent'),
];

/** What a name of Claude Code stands for in a permission rule. */
export interface RuleName {
  readonly family: ToolFamily;
  /** The tools that a rule with this name consents to, where these are not the whole family. */
  readonly only?: readonly string[];
}

/** `Read` and `Edit` stand for every tool that reads or writes files, as do the other editors' names. */
export const RULE_NAMES: ReadonlyMap<string, RuleName> = new Map<string, RuleName>([
  ['Bash', { family: 'Bash' }],
  ['Read', { family: 'Read' }],
  ['Glob', { family: 'Read', only: ['glob'] }],
  ['Grep', { family: 'Read', only: ['grep'] }],
  ['LS', { family: 'Read', only: ['list_directory'] }],
  ['Edit', { family: 'Edit' }],
  ['MultiEdit', { family: 'Edit' }],
  ['NotebookEdit', { family: 'Edit' }],
  ['Write', { family: 'Edit' }],
  ['Delete', { family: 'Delete' }],
  ['WebFetch', { family: 'WebFetch' }],
  ['WebSearch', { family: 'WebSearch' }],
  ['TodoWrite', { family: 'TodoWrite' }],
  ['Task', { family: 'Agent' }],
  ['Agent', { family: 'Agent' }],
]);

function tool(name: string, claude: string, aliases: string, family: ToolFamily | undefined): ToolNames {
  return { name, claude: words(claude), aliases: words(aliases), family };
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
