import type { Command, CommandOption } from '../command-line/command.ts';

const WORKSPACE: CommandOption = { value: 'DIR', description: 'The folder the tools work in (default: this one)' };

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'list',
    summary: 'List the tools',
    forms: [{ operands: '', summary: 'List the tools' }],
    arity: [0, 0],
    options: { json: { description: 'Print the list as JSON' } },
    examples: ['list', 'list --json'],
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'describe',
    summary: 'Show what a tool does, takes and gives',
    forms: [{ operands: 'TOOL', summary: 'Show what a tool does, takes and gives' }],
    arity: [1, 1],
    options: {
      format: {
        value: 'FORMAT',
        choices: ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'],
        description: 'Print its definition as JSON: openai, openai-responses, anthropic, gemini, mcp or json-schema',
      },
    },
    examples: ['describe TOOL', 'describe TOOL --format anthropic'],
    load: async () => (await import('./describe.ts')).describe,
  },
  {
    name: 'call',
    summary: 'Call a tool',
    forms: [{ operands: 'TOOL [JSON | - | @FILE]', summary: 'Call a tool' }],
    arity: [1, 2],
    options: {
      workspace: WORKSPACE,
      approve: {
        value: 'HOW',
        choices: ['ask', 'all', 'none'],
        description:
          'When a call needs approval: ask (the default; needs a terminal), all (allow it) or none (deny it)',
      },
      'allow-reads': {
        description: 'Do not ask about commands that are proven to only read within the workspace (ls, git status)',
      },
      'dry-run': { description: 'Show what the call would change, and change nothing' },
      policy: {
        value: 'FILE',
        description: 'Policies and permission rules (YAML or JSON) that decide before anybody is asked',
      },
      hooks: {
        value: 'FILE',
        description: 'Hooks to run: a list, settings of Claude Code, or a folder of Cline hooks',
      },
      timeout: { value: 'MS', description: 'Stop the tool after this many milliseconds' },
      json: { description: 'Print the whole result as JSON, and nothing else on stdout' },
    },
    examples: ['call TOOL \'{"key": "value"}\'', 'call TOOL @arguments.json --json', 'call TOOL - < arguments.json'],
    load: async () => (await import('./call.ts')).call,
  },
  {
    name: 'policy',
    summary: 'Explain what policies decide, or run their own examples',
    forms: [
      { operands: 'explain TOOL [JSON | - | @FILE]', summary: 'Explain what policies decide about a call' },
      { operands: 'test FILE', summary: 'Run the examples in a file of policies' },
    ],
    arity: [1, 3],
    options: {
      policy: { value: 'FILE', description: 'The policies to explain by (YAML or JSON)' },
      'allow-reads': { description: 'Explain as with call --allow-reads' },
      workspace: WORKSPACE,
      json: { description: 'Print the decision as JSON' },
    },
    examples: ['policy explain bash \'{"command": "git log"}\' --policy policies.yaml', 'policy test policies.yaml'],
    load: async () => (await import('./policy.ts')).policy,
  },
  {
    name: 'hooks',
    summary: 'Check a hooks file, and see what would run for a tool',
    forms: [{ operands: 'check FILE [TOOL]', summary: 'Check hooks, and what runs for a tool' }],
    arity: [2, 3],
    options: { workspace: WORKSPACE, json: { description: 'Print what was found as JSON' } },
    examples: ['hooks check hooks.json', 'hooks check .claude/settings.json write_file'],
    load: async () => (await import('./hooks.ts')).hooks,
  },
  {
    name: 'trust',
    summary: 'Show, give or take back trust in what a workspace would run',
    forms: [
      { operands: 'list', summary: 'Show what is trusted' },
      { operands: 'hooks FILE', summary: 'Trust hooks as they are now' },
      { operands: 'revoke [SUBJECT]', summary: 'Take trust back' },
    ],
    arity: [1, 2],
    options: { workspace: WORKSPACE, json: { description: 'Print what there is, or what was done, as JSON' } },
    examples: ['trust list', 'trust hooks .claude/settings.json', 'trust revoke'],
    load: async () => (await import('./trust.ts')).trust,
  },
  {
    name: 'state',
    summary: 'Show and clean what is kept for undo, recovery and long outputs',
    forms: [
      { operands: '', summary: 'Show what is kept' },
      { operands: 'purge [WORKSPACE...]', summary: 'Remove what is no longer needed' },
    ],
    arity: [0, 100],
    options: {
      gone: { description: 'Also remove, without waiting for a week, workspaces whose folders are gone' },
      'dry-run': { description: 'Remove nothing, and tell which workspaces would be removed' },
      json: { description: 'Print what there is, or what was done, as JSON' },
    },
    examples: ['state', 'state purge --dry-run', 'state purge --gone'],
    load: async () => (await import('./state.ts')).state,
  },
  {
    name: 'start',
    summary: 'Show the tools and one of them at work',
    forms: [{ operands: '', summary: 'Show the tools and one of them at work' }],
    arity: [0, 0],
    options: {},
    examples: ['start'],
    load: async () => (await import('./start.ts')).start,
  },
];
