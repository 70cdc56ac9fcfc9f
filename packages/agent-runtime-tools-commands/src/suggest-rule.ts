import { mayLeaveFolder } from './calls/possible-path.ts';
import type { CommandAnalysis, CommandPart } from './command-analysis.ts';
import { wordSet } from './words/word-set.ts';

/**
 * The rule to offer when a person answers "always": narrow and readable, such as `git log *` or `npm test`. Undefined
 * for several commands, and for commands that are unclear, destructive or able to run anything.
 */
export function suggestRule(analysis: CommandAnalysis): string | undefined {
  if (!analysis.complete) return undefined;
  const programs = analysis.parts.filter((part) => !part.neutral || PREPARES_NEXT_COMMAND.has(part.program));
  const [part] = programs;
  if (part === undefined || programs.length > 1 || !analysis.parts.every(isPlain)) return undefined;
  if (part.dynamic && part.suggestion === 'exact') return undefined;
  const words = part.forms.allow ?? part.argv;
  const staysInside = part.paths.every((use) => !mayLeaveFolder(use.path));
  if (part.suggestion === 'prefix' && staysInside) return `${quoteWords(words.slice(0, 1))} *`;
  if (part.suggestion === 'subcommand' && words.length > 1 && staysInside) return `${quoteWords(words.slice(0, 2))} *`;
  return part.suggestion === 'never' || words.some((word) => /[*\n]/.test(word)) ? undefined : quoteWords(words);
}

function isPlain(part: CommandPart): boolean {
  return (
    part.hazards.length === 0 &&
    part.assignments.every((assignment) => assignment.concern === undefined) &&
    part.paths.every((use) => use.access === 'read' || HARMLESS.test(use.path)) &&
    (part.argv[0] ?? '').length < 200
  );
}

function quoteWords(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

/** They need no rule, but a rule for the next command would also apply without them. */
const PREPARES_NEXT_COMMAND = wordSet('cd pushd export test [ cat');
const HARMLESS = /^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/;
const PLAIN = /^[A-Za-z0-9_.,:/@%+=^-]+$/;
