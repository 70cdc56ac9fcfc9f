import { describe, expect, it } from 'vitest';
import { knownTool } from '../../src/calls/known-tools.ts';

/** What tools can do that are known by name: `abilities: tools`. */
const ABILITIES: readonly (readonly [abilities: string, tools: string])[] = [
  [
    '',
    'list_changes list_commands read_command_output todo_write ask_followup_question attempt_completion switch_mode',
  ],
  ['reads', 'read_file read read_many_files notebook_read view list_directory ls glob grep search_files search_code'],
  ['reads', 'get_codebase_map get_symbol_info get_imports_exports build_dependency_graph resolve_symbol'],
  ['reads', 'find_references list_code_definitions detect_project_type extract_conventions get_project_overview'],
  ['reads', 'git_status git_diff git_log git_show git_blame'],
  ['writes', 'write_file write_to_file create_file'],
  ['reads writes', 'move_file rename_file edit_file replace multiedit apply_diff multi_apply_diff apply_patch'],
  ['reads writes', 'search_and_replace insert_content notebook_edit str_replace_based_edit_tool undo_change'],
  ['reads writes executes', 'format_code'],
  ['writes destroys', 'delete_file remove_file'],
  ['reads writes executes network', 'bash shell run_command execute_command exec run_shell_command run_in_terminal'],
  ['reads writes executes network', 'agent task'],
  ['executes', 'write_command_input stop_command run_code'],
  ['reads executes', 'run_tests'],
  ['writes executes network', 'install_package use_mcp_tool access_mcp_resource'],
  ['writes executes', 'git_add git_commit git_branch git_checkout git_stash'],
  ['executes network', 'git_push'],
  ['network', 'web_fetch fetch_url browser_action web_search'],
];

describe('a tool that is known by name', () => {
  it.each(ABILITIES.flatMap(([abilities, tools]) => tools.split(' ').map((tool) => [tool, abilities])))(
    '%s can do this: %s',
    (tool = '', abilities = '') => {
      const can = new Set(abilities.split(' '));
      expect(knownTool(tool)?.capabilities).toMatchObject({
        readsFiles: can.has('reads'),
        writesFiles: can.has('writes'),
        executesCommands: can.has('executes'),
        accessesNetwork: can.has('network'),
        destructive: can.has('destroys'),
      });
    },
  );
});
