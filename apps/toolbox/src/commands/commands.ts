import type { Command, CommandOption } from '../command-line/command.ts';

const WORKSPACE: CommandOption = { value: 'DIR', description: 'The folder the tools work in (default: this one)' };

const APPROVE = { value: 'HOW', choices: ['ask', 'all', 'none'], description: 'If a call needs approval' };

const ALLOW_READS: CommandOption = {
  description: 'Allow commands that provably only read within the workspace (ls, git status) without asking',
};

const POLICY: CommandOption = {
  value: 'FILE',
  description: 'Policies and permission rules (YAML or JSON), which decide before a person is asked',
};

const HOOKS: CommandOption = {
  value: 'FILE',
  description: 'Hooks to run: a list, a settings file of Claude Code, or a folder of Cline hooks',
};

/** The commands, in the order of the help. */
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
    summary: 'Describe a tool with its parameters and output',
    forms: [{ operands: 'TOOL', summary: 'Describe a tool with its parameters and output' }],
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
        ...APPROVE,
        description: `${APPROVE.description}: ask a person (the default; needs a terminal), allow all, or allow none`,
      },
      'allow-reads': ALLOW_READS,
      'dry-run': { description: 'Show what the call would change, without changing anything' },
      policy: POLICY,
      hooks: HOOKS,
      timeout: { value: 'MS', description: 'Stop the tool after this time in milliseconds' },
      json: { description: 'Print the whole result as JSON, and nothing else on stdout' },
    },
    examples: ['call TOOL \'{"key": "value"}\'', 'call TOOL @arguments.json --json', 'call TOOL - < arguments.json'],
    load: async () => (await import('./call.ts')).call,
  },
  {
    name: 'mcp',
    summary: 'Serve the tools to MCP clients',
    forms: [{ operands: '', summary: 'Serve the tools to MCP clients' }],
    arity: [0, 0],
    options: {
      workspace: WORKSPACE,
      http: { value: 'PORT', description: 'Serve over HTTP on this machine instead of standard input and output' },
      approve: {
        ...APPROVE,
        description: `${APPROVE.description}: ask the person at the client (the default; the client must show forms), allow all, or allow none`,
      },
      'allow-reads': ALLOW_READS,
      policy: POLICY,
      hooks: HOOKS,
    },
    examples: ['mcp --workspace DIR', 'mcp --http 7890'],
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'policy',
    summary: 'Explain the decision of policies, or run the examples in a policy file',
    forms: [
      { operands: 'explain TOOL [JSON | - | @FILE]', summary: 'Explain the decision about a call' },
      { operands: 'test FILE', summary: 'Run the examples in a policy file' },
    ],
    arity: [1, 3],
    options: {
      policy: { value: 'FILE', description: 'The policy file (YAML or JSON)' },
      'allow-reads': { description: 'Explain as with call --allow-reads' },
      workspace: WORKSPACE,
      json: { description: 'Print the decision as JSON' },
    },
    examples: ['policy explain bash \'{"command": "git log"}\' --policy policies.yaml', 'policy test policies.yaml'],
    load: async () => (await import('./policy.ts')).policy,
  },
  {
    name: 'hooks',
    summary: 'Check a hooks file, and show which hooks would run for a tool',
    forms: [{ operands: 'check FILE [TOOL]', summary: 'Check hooks, and show which would run for a tool' }],
    arity: [2, 3],
    options: { workspace: WORKSPACE, json: { description: 'Print the hooks and diagnostics as JSON' } },
    examples: ['hooks check hooks.json', 'hooks check .claude/settings.json write_file'],
    load: async () => (await import('./hooks.ts')).hooks,
  },
  {
    name: 'trust',
    summary: 'Show, give or revoke trust in hooks of a workspace',
    forms: [
      { operands: 'list', summary: 'Show what is trusted' },
      { operands: 'hooks FILE', summary: 'Trust the current content of a hooks file' },
      { operands: 'revoke [SUBJECT]', summary: 'Revoke trust' },
    ],
    arity: [1, 2],
    options: { workspace: WORKSPACE, json: { description: 'Print the result as JSON' } },
    examples: ['trust list', 'trust hooks .claude/settings.json', 'trust revoke'],
    load: async () => (await import('./trust.ts')).trust,
  },
  {
    name: 'audit',
    summary: 'Find out whether an audit trail was changed',
    forms: [{ operands: 'verify PATH', summary: 'Verify the folder or the database of a trail' }],
    arity: [2, 2],
    options: {
      'key-file': { value: 'FILE', description: 'The key of the trail, if it has one' },
      table: { value: 'NAME', description: 'The table in a PostgreSQL database (default: agent_audit)' },
      expect: {
        value: 'HEADS',
        description: 'Heads that the trail must contain, as an earlier run printed them, with commas',
      },
      json: { description: 'Print the report as JSON' },
    },
    examples: ['audit verify trail', 'audit verify audit.db --key-file key --json'],
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'state',
    summary: 'Show and clean the data stored for undo, recovery and long outputs',
    forms: [
      { operands: '', summary: 'Show the stored data' },
      { operands: 'purge [WORKSPACE...]', summary: 'Remove data that is no longer needed' },
    ],
    arity: [0, 100],
    options: {
      gone: { description: 'Also remove data of workspaces whose folders have been gone for less than a week' },
      'dry-run': { description: 'Only show which workspaces would be removed' },
      json: { description: 'Print the result as JSON' },
    },
    examples: ['state', 'state purge --dry-run', 'state purge --gone'],
    load: async () => (await import('./state.ts')).state,
  },
  {
    name: 'pack',
    summary: 'Create a pack of tools, judge one, or compare two versions of one',
    forms: [
      { operands: 'new NAME', summary: 'Create the folder of a new pack' },
      { operands: 'check DIR', summary: 'Judge a pack: names, core range, imports, contract' },
      { operands: 'diff OLD NEW', summary: 'Compare two versions: patch, minor or major' },
    ],
    arity: [1, 3],
    options: { json: { description: 'Print the result as JSON' } },
    examples: ['pack new weather-pack', 'pack check weather-pack', 'pack diff node_modules/weather-pack weather-pack'],
    load: async () => (await import('./pack.ts')).pack,
  },
  {
    name: 'start',
    summary: 'Open the Studio: a page to call tools, answer approvals and undo changes, with an MCP endpoint',
    forms: [{ operands: '', summary: 'Serve the Studio and an MCP endpoint on this machine' }],
    arity: [0, 0],
    options: {
      workspace: WORKSPACE,
      port: { value: 'PORT', description: 'The port of the Studio (default: a free one; without a terminal: none)' },
      'mcp-port': { value: 'PORT', description: 'The port of the MCP endpoint (default: a free one)' },
      'allow-reads': ALLOW_READS,
      policy: POLICY,
      hooks: HOOKS,
    },
    examples: ['start', 'start --port 7070 --policy policies.yaml'],
    load: async () => (await import('./start.ts')).start,
  },
];
