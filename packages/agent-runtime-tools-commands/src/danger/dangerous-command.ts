import { analyzeCommand } from '../analyze-command.ts';
import type { CommandAnalysis, CommandPart } from '../command-analysis.ts';
import { codeDanger } from './code-danger.ts';
import { deletionDanger, redirectDanger } from './deletion-danger.ts';
import { diskDanger } from './disk-danger.ts';
import { stopDanger } from './stop-danger.ts';

export interface Danger {
  readonly why: string;
  readonly part?: CommandPart;
}

/**
 * Recognises commands that destroy a machine or a home folder, by their structure: through wrappers and nested shells
 * and with guesses at variables, but not in text that is only printed.
 *
 *     X=/; sudo rm -rf "$X"     ->  it deletes /
 *     echo "rm -rf /"           ->  undefined
 */
export function dangerousCommand(analysis: CommandAnalysis): Danger | undefined {
  const bomb = forkBomb(analysis);
  if (bomb !== undefined) return { why: `the function ${bomb} is a fork bomb` };
  for (const part of analysis.parts) {
    const why = dangerOf(part, analysis);
    if (why !== undefined) return { why, part };
  }
  return undefined;
}

function dangerOf(part: CommandPart, analysis: CommandAnalysis): string | undefined {
  const written = diskDanger(part) ?? redirectDanger(part);
  if (written !== undefined || part.argv.length === 0 || onlyPrintsHelp(part.argv)) return written;
  return (
    deletionDanger(part, analysis) ??
    stopDanger(part) ??
    codeDanger(part, analysis.home, (text) => dangerousCommand(analyzeCommand(text, { home: analysis.home }))?.why)
  );
}

/** `rm --help`, but not `rm -- --help`. */
function onlyPrintsHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.some((word, at) => (end < 0 || at < end) && (word === '--help' || word === '--version'));
}

/** The first function that starts itself in the background, directly or through another function. */
function forkBomb({ functions }: CommandAnalysis): string | undefined {
  const alone = functions.find(({ selfCalls, forks }) => forks && selfCalls > 0);
  if (alone !== undefined) return alone.name;
  const forking = new Map(functions.map(({ name, startsInBackground: starts }) => [name, starts ?? []]));
  return functions.find(({ name, startsInBackground: starts }) =>
    starts?.some((other) => other !== name && forking.get(other)?.includes(name) === true),
  )?.name;
}
