import type { Command } from '../../command-line/command.ts';
import { STORE, WORKSPACE } from './shared-options.ts';

/** Commands about what decides over calls, and what is known about past ones. */
export const RULE_COMMANDS: readonly Command[] = [
  {
    name: 'policy',
    summary: 'Explain the decision about a call, or run the examples of the rules',
    forms: [
      { operands: 'explain TOOL [JSON | - | @FILE]', summary: 'Explain the decision about a call' },
      { operands: 'test [FILE]', summary: 'Run the examples of the configuration, or of a policy file' },
    ],
    arity: [1, 3],
    options: {
      policy: { value: 'FILE', description: 'More rules, besides those of the configuration (YAML or JSON)' },
      'allow-reads': { description: 'Explain as with call --allow-reads' },
      workspace: WORKSPACE,
      json: { description: 'Print the decision as JSON' },
    },
    examples: [
      [`policy explain bash '{"command": "git log"}'`, 'Would this be allowed by the configuration, and why?'],
      [
        `policy explain bash '{"command": "rm -r build"}' --policy policies.yaml`,
        'The same with the rules of a file too',
      ],
      ['policy test', 'Run the examples in the configuration'],
      ['policy test policies.yaml', 'Run the examples in a file of rules'],
    ],
    load: async () => (await import('../policy.ts')).policy,
  },
  {
    name: 'hooks',
    summary: 'Check a hooks file, and show which hooks would run for a tool',
    forms: [{ operands: 'check FILE [TOOL]', summary: 'Check hooks, and show which would run for a tool' }],
    arity: [2, 3],
    options: { workspace: WORKSPACE, json: { description: 'Print the hooks and diagnostics as JSON' } },
    examples: [
      ['hooks check hooks.json', 'Which hooks are loaded, and which are ignored and why'],
      ['hooks check .claude/settings.json write_file', 'Which would run for a tool'],
    ],
    load: async () => (await import('../hooks.ts')).hooks,
  },
  {
    name: 'trust',
    summary: 'Show, give or revoke trust in the configuration, hooks and MCP servers of a project',
    forms: [
      { operands: '', summary: 'Show what is trusted, and what could be' },
      { operands: 'config', summary: 'Trust the configuration of a project as it is now' },
      { operands: 'hooks FILE', summary: 'Trust the current content of a hooks file' },
      { operands: 'mcp', summary: 'Trust the MCP servers in .mcp.json as they are now' },
      { operands: 'revoke [SUBJECT]', summary: 'Revoke trust' },
    ],
    arity: [0, 2],
    options: { workspace: WORKSPACE, json: { description: 'Print the result as JSON' } },
    examples: [
      ['trust', 'What is trusted, and what in this folder could be'],
      ['trust config', 'After reading it: let the toolbox.config file of this folder count fully'],
      ['trust hooks .claude/settings.json', 'Let the hooks of this file run'],
      ['trust revoke config:toolbox.config.yaml', 'Take trust back; without a name, all of this folder'],
    ],
    load: async () => (await import('../trust.ts')).trust,
  },
  {
    name: 'approvals',
    summary: 'Show and answer requests for approval, and revoke approvals that are remembered',
    forms: [
      { operands: 'list', summary: 'Show requests that wait, and remembered approvals' },
      { operands: 'answer REQUEST yes', summary: 'Approve a request, wherever it waits' },
      { operands: 'answer REQUEST no', summary: 'Deny it' },
      { operands: 'revoke APPROVAL', summary: 'Revoke a remembered approval' },
    ],
    arity: [1, 3],
    options: {
      scope: {
        value: 'SCOPE',
        choices: ['once', 'session', 'always'],
        description: 'With yes: approve once (the default), for the session or always',
      },
      feedback: { value: 'TEXT', description: 'Tell the model why' },
      store: STORE,
      json: { description: 'Print the result as JSON' },
    },
    examples: [
      ['approvals list', 'What waits for an answer, and what is remembered'],
      ['approvals answer REQUEST yes --scope session', 'Approve it and what is like it, until the session ends'],
      ["approvals answer REQUEST no --feedback 'use npm ci'", 'Deny it, and tell the model why'],
      ['approvals revoke APPROVAL', 'Ask again next time'],
      ['approvals list --store redis://localhost', 'What waits on any machine that uses this Redis'],
    ],
    load: async () => (await import('../rules/approvals.ts')).approvals,
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
    examples: [
      ['audit verify trail', 'Was a record in this folder changed, dropped or moved?'],
      ['audit verify audit.db --key-file key --json', 'A database with a key; the report for a program'],
    ],
    load: async () => (await import('../audit.ts')).audit,
  },
];
