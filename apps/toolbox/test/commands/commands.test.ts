import { describe, expect, it } from 'vitest';
import { commandHelp } from '../../src/command-line/help.ts';
import { parseCommandLine } from '../../src/command-line/parse-command-line.ts';
import { COMMANDS } from '../../src/commands/commands.ts';

/** The words of a command as a shell reads them, up to a pipe or a redirection. */
function wordsOf(command: string): string[] {
  const [own = ''] = command.split(/ (?:\||>>?|<) /);
  return Array.from(own.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
}

describe.each(COMMANDS.map((command) => [command.name, command] as const))('the command %s', (name, command) => {
  it('can print JSON', () => {
    expect(Object.keys(command.options)).toContain('json');
  });

  it('has examples that it accepts, each with what it does', () => {
    expect(command.examples.length).toBeGreaterThan(1);
    for (const [example, does] of command.examples) {
      const [first, ...rest] = wordsOf(example);
      expect(first).toBe(name);
      expect(() => parseCommandLine(command, rest, 'toolbox')).not.toThrow();
      expect(does).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('shows its forms, options and examples in its help', () => {
    const help = commandHelp('toolbox', command, { isTerminal: false, columns: 80 });
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`);
    for (const [example, does] of command.examples) expect(help).toContain(`  # ${does}\n  toolbox ${example}\n`);
    for (const { operands } of command.forms) expect(help).toContain(`toolbox ${name} ${operands}`.trimEnd());
  });
});
