import type { Command } from '../../command-line/command.ts';
import { WORKSPACE } from './shared-options.ts';

/** Commands about changes of files and stored data. */
export const CHANGE_COMMANDS: readonly Command[] = [
  {
    name: 'history',
    summary: 'Show what tools have changed in files, newest first',
    forms: [
      { operands: '', summary: 'Show what tools have changed in files' },
      { operands: 'show CHANGE', summary: 'Show the diffs of a change' },
    ],
    arity: [0, 2],
    options: {
      workspace: WORKSPACE,
      task: { value: 'TASK', description: 'Only the changes of this task' },
      limit: { value: 'NUMBER', description: 'At most this many changes (default: 20)' },
      json: { description: 'Print the changes or diffs as JSON' },
    },
    examples: [
      ['history', 'The last changes, newest first, with their ids'],
      ['history show CHANGE', 'The diffs of one; the start of its id is enough'],
      ['history --task TASK --limit 5 --json', 'The last five of a task, for a program'],
    ],
    load: async () => (await import('../changes/history.ts')).history,
  },
  {
    name: 'undo',
    summary: 'Undo what tools have changed in files; files that have changed since are left alone',
    forms: [{ operands: '[CHANGE...]', summary: 'Undo the last call, or the calls of these changes' }],
    arity: [0, 1000],
    options: {
      workspace: WORKSPACE,
      steps: { value: 'NUMBER', description: 'Undo the last calls, as many as this (default: 1)' },
      task: { value: 'TASK', description: 'Undo all changes of this task' },
      'dry-run': { description: 'Only show which files would be restored' },
      json: { description: 'Print the result as JSON' },
    },
    examples: [
      ['undo', 'Undo what the last call changed'],
      ['undo --steps 3 --dry-run', 'See what undoing the last three calls would restore'],
      ['undo CHANGE CHANGE', 'Undo the calls of these changes; history shows their ids'],
      ['undo --task TASK', 'Undo everything of a task'],
    ],
    load: async () => (await import('../changes/undo.ts')).undo,
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
      mcp: { description: 'Also remove the logins and the known tools of MCP servers that are in use' },
      'dry-run': { description: 'Only show what would be removed' },
      json: { description: 'Print the result as JSON' },
    },
    examples: [
      ['state', 'What is stored, for which folders, and how much'],
      ['state purge --dry-run', 'See what would be removed'],
      ['state purge --gone', 'Also forget folders that were removed just now'],
      ['state purge --mcp', 'Also sign out of all MCP servers'],
    ],
    load: async () => (await import('../state.ts')).state,
  },
];
