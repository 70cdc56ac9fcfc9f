import type { Command } from '../../command-line/command.ts';
import { ALLOW_READS, APPROVE, FAMILIES, HOOKS, MCP_CONFIG, POLICY, WORKSPACE } from './shared-options.ts';

/** Commands for authors of tools. */
export const PACK_COMMANDS: readonly Command[] = [
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
    examples: [
      ['pack new weather-pack', 'A folder with a tool, its tests and a README to start from'],
      ['pack check weather-pack', 'Is it fit to be published?'],
      ['pack diff node_modules/weather-pack weather-pack', 'Which version does the change need?'],
    ],
    load: async () => (await import('../pack.ts')).pack,
  },
  {
    name: 'specs',
    summary: 'Check or list tools that are described as data, in files or by the configuration',
    forms: [
      {
        operands: 'check [FILE...]',
        summary: 'Check specs of files or of the configuration, and name the line of each mistake',
      },
      { operands: 'list [FILE...]', summary: 'List the tools that specs describe' },
    ],
    arity: [1, 1000],
    options: { json: { description: 'Print the tools and problems as JSON' } },
    examples: [
      ['specs check tools.yaml', 'Name the line of each mistake in a file'],
      ["specs list 'tools/**/*.yaml'", 'The tools of many files; the quotes are for the shell'],
      ['specs check', 'Check all sources in the configuration'],
    ],
    load: async () => (await import('../packs/specs.ts')).specs,
  },
  {
    name: 'eval',
    summary: 'Make the calls of a dataset, and compare the results with what it expects',
    forms: [{ operands: 'DATASET', summary: 'Make the calls of a dataset (.jsonl or .yaml) and compare the results' }],
    arity: [1, 1],
    options: {
      workspace: WORKSPACE,
      approve: {
        value: 'HOW',
        choices: APPROVE.choices,
        description: 'If a call needs approval: all allows it; by default it is denied',
      },
      'allow-reads': ALLOW_READS,
      families: FAMILIES,
      'mcp-config': MCP_CONFIG,
      policy: POLICY,
      hooks: HOOKS,
      concurrency: { value: 'NUMBER', description: 'How many calls run at the same time (default: 4)' },
      json: { description: 'Print the report as JSON' },
    },
    examples: [
      ['eval cases.jsonl', 'Make the calls of a dataset and compare the results'],
      [
        'eval cases.yaml --workspace DIR --approve all --json',
        'In a folder made for it, without asking; the report for a program',
      ],
    ],
    load: async () => (await import('../packs/eval.ts')).evaluateDataset,
  },
];
