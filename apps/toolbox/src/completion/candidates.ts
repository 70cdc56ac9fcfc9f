import type { Command, CommandOption } from '../command-line/command.ts';

/** A word that can be completed to, with a few words about it. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

export interface CompletionSources {
  readonly commands: readonly Command[];
  /** Loads the tools, only where one of them can be meant. */
  tools(): Promise<readonly Candidate[]>;
}

/** What the last of the words after the program can become. Empty where a path or free text is due. */
export async function candidates(words: readonly string[], sources: CompletionSources): Promise<Candidate[]> {
  const [name = '', ...rest] = words;
  const current = rest.at(-1);
  if (current === undefined || name === 'help') return matching(current ?? name, commandNames(sources.commands));
  const command = sources.commands.find((each) => each.name === name);
  if (command === undefined) return [];
  const before = rest.slice(0, -1);
  const awaited = optionOf(before.at(-1), command);
  if (awaited?.value !== undefined)
    return matching(
      current,
      (awaited.choices ?? []).map((value) => ({ value, description: '' })),
    );
  if (current.startsWith('-')) return matching(current, optionNames(command, before));
  const expected = nextOperands(command, operandsOf(before, command));
  const isToolDue = expected.some(({ value }) => value === TOOL);
  const literals = expected.filter(({ value }) => /^[a-z]/.test(value));
  return matching(current, [...literals, ...(isToolDue ? await sources.tools() : [])]);
}

const TOOL = 'TOOL';

function matching(start: string, all: readonly Candidate[]): Candidate[] {
  return all.filter(({ value }) => value.startsWith(start));
}

function commandNames(commands: readonly Command[]): Candidate[] {
  return commands.map(({ name, summary }) => ({ value: name, description: summary }));
}

function optionNames({ options }: Command, given: readonly string[]): Candidate[] {
  const known: [string, CommandOption][] = [...Object.entries(options), ['help', { description: 'Show the help' }]];
  return known
    .map(([name, { description }]) => ({ value: `--${name}`, description }))
    .filter(({ value }) => !given.includes(value));
}

/** The option that a word names; undefined for other words. `--option=value` has its value already. */
function optionOf(word: string | undefined, { options }: Command): CommandOption | undefined {
  const name = word?.startsWith('--') === true ? word.slice(2) : undefined;
  return name !== undefined && Object.hasOwn(options, name) ? options[name] : undefined;
}

function operandsOf(words: readonly string[], command: Command): string[] {
  return words.filter(
    (word, index) => !word.startsWith('-') && optionOf(words[index - 1], command)?.value === undefined,
  );
}

/** The words of the command's forms that can come after these operands: `check` and `TOOL` of `check FILE [TOOL]`. */
function nextOperands({ forms }: Command, given: readonly string[]): Candidate[] {
  const found = forms.flatMap(({ operands, summary }) => {
    const words = operands
      .replaceAll(/[[\]]/g, '')
      .split(' ')
      .filter((word) => word !== '');
    const fits = given.every((operand, index) => {
      const word = words[index];
      return word !== undefined && (word === operand || !/^[a-z]/.test(word));
    });
    const next = words[given.length];
    return fits && next !== undefined ? [{ value: next, description: summary }] : [];
  });
  return [...new Map(found.map((each) => [each.value, each])).values()];
}
