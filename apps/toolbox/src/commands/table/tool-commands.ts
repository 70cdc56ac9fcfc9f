import type { Command } from '../../command-line/command.ts';
import { ALLOW_READS, APPROVE, FAMILIES, HOOKS, MCP_CONFIG, POLICY, WORKSPACE } from './shared-options.ts';

/** Commands that show, call and serve tools. */
export const TOOL_COMMANDS: readonly Command[] = [
  {
    name: 'list',
    summary: 'List the tools',
    forms: [{ operands: '', summary: 'List the tools' }],
    arity: [0, 0],
    options: { families: FAMILIES, json: { description: 'Print the list as JSON' } },
    examples: ['list', 'list --families files,search', 'list --json'],
    load: async () => (await import('../list.ts')).list,
  },
  {
    name: 'describe',
    summary: 'Describe a tool with its parameters and output',
    forms: [{ operands: 'TOOL', summary: 'Describe a tool with its parameters and output' }],
    arity: [1, 1],
    options: {
      families: FAMILIES,
      format: {
        value: 'FORMAT',
        choices: ['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'],
        description: 'Print its definition as JSON: openai, openai-responses, anthropic, gemini, mcp or json-schema',
      },
      json: { description: 'Print everything about it as JSON' },
    },
    examples: ['describe TOOL', 'describe TOOL --format anthropic'],
    load: async () => (await import('../describe.ts')).describe,
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
      families: FAMILIES,
      'mcp-config': MCP_CONFIG,
      policy: POLICY,
      hooks: HOOKS,
      timeout: { value: 'MS', description: 'Stop the tool after this time in milliseconds' },
      json: { description: 'Print the whole result as JSON, and nothing else on stdout' },
    },
    examples: ['call TOOL \'{"key": "value"}\'', 'call TOOL @arguments.json --json', 'call TOOL - < arguments.json'],
    load: async () => (await import('../call.ts')).call,
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
      families: FAMILIES,
      'mcp-config': MCP_CONFIG,
      policy: POLICY,
      hooks: HOOKS,
    },
    examples: ['mcp --workspace DIR', 'mcp --http 7890', 'mcp --families files,search'],
    load: async () => (await import('../mcp.ts')).mcp,
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
      families: FAMILIES,
      'mcp-config': MCP_CONFIG,
      policy: POLICY,
      hooks: HOOKS,
    },
    examples: ['start', 'start --port 7070 --policy policies.yaml'],
    load: async () => (await import('../start.ts')).start,
  },
];
