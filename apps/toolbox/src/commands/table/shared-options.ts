import type { CommandOption } from '../../command-line/command.ts';

export const WORKSPACE: CommandOption = {
  value: 'DIR',
  description: 'The folder the tools work in (default: this one)',
};

export const FAMILIES: CommandOption = {
  value: 'NAMES',
  description: 'Only these families of tools, with commas: files,search',
};

export const MCP_CONFIG: CommandOption = {
  value: 'FILE',
  description: 'MCP servers to start, whose tools are added (a file with mcpServers, as MCP clients have it)',
};

export const APPROVE = { value: 'HOW', choices: ['ask', 'all', 'none'], description: 'If a call needs approval' };

export const ALLOW_READS: CommandOption = {
  description: 'Allow commands that provably only read within the workspace (ls, git status) without asking',
};

export const POLICY: CommandOption = {
  value: 'FILE',
  description: 'Policies and permission rules (YAML or JSON), which decide before a person is asked',
};

export const HOOKS: CommandOption = {
  value: 'FILE',
  description: 'Hooks to run: a list, a settings file of Claude Code, or a folder of Cline hooks',
};

export const STORE: CommandOption = {
  value: 'PLACE',
  description:
    'Where approvals are: postgres://…, redis://… or a file (default: $TOOLBOX_APPROVAL_STORE, else in the state folder)',
};
