import type { Command } from '../../command-line/command.ts';

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
    examples: ['pack new weather-pack', 'pack check weather-pack', 'pack diff node_modules/weather-pack weather-pack'],
    load: async () => (await import('../pack.ts')).pack,
  },
];
