import type { Command } from '../../command-line/command.ts';

/** Commands about this machine and this shell. */
export const SET_UP_COMMANDS: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'Show which programs the tools can use on this machine, what each enables, and how to get it',
    forms: [{ operands: '', summary: 'Show which programs the tools can use here, and how to get the others' }],
    arity: [0, 0],
    options: { json: { description: 'Print the findings as JSON' } },
    examples: [
      ['doctor', 'Which programs are here, what each enables, and how to get the others'],
      ['doctor --json', 'The same for a program'],
    ],
    load: async () => (await import('../set-up/doctor.ts')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print the script that completes commands, options and names of tools in a shell',
    forms: [
      { operands: 'bash', summary: 'Print the completion script for bash' },
      { operands: 'zsh', summary: 'Print the completion script for zsh' },
      { operands: 'fish', summary: 'Print the completion script for fish' },
    ],
    arity: [1, 1000],
    options: { json: { description: 'Print the script as JSON' } },
    examples: [
      ['completion bash >> ~/.bash_completion', 'For bash'],
      ['completion zsh > "${fpath[1]}/_toolbox"', 'For zsh'],
      ['completion fish > ~/.config/fish/completions/toolbox.fish', 'For fish'],
    ],
    load: async () => (await import('../set-up/completion.ts')).completion,
  },
];
