import type { Assignment, Command, CommandArgument, Redirection } from 'unbash';
import type { KnownInput } from '../calls/call.ts';
import type { AssignmentUse, CommandWord } from '../command-analysis.ts';
import { evaluateWord, literalWord } from '../words/evaluate-word.ts';
import { evaluateAssignment } from './assignments.ts';
import { recordCommand } from './record-command.ts';
import { NO_PROGRAM } from './command-context.ts';
import { evaluateRedirects } from './redirects.ts';
import type { Outcome } from './scope.ts';
import type { Walker } from './walker.ts';

/**
 * Analyses a simple command: a program with arguments, redirects and assignments, or only redirects and assignments.
 */
export function walkSimpleCommand(node: Command, walker: Walker, piped?: KnownInput): Outcome {
  const prefix: Assignment[] = [];
  const redirections: Redirection[] = [];
  for (const item of node.prefix) {
    if (item.type === 'Assignment') prefix.push(item);
    else redirections.push(item);
  }
  const args: CommandArgument[] = node.name === undefined ? [] : [node.name];
  for (const item of node.suffix) {
    if (item.type === 'Word' || item.type === 'Assignment') args.push(item);
    else redirections.push(item);
  }
  detachSubstitutedValue(prefix, args, walker);

  const words: CommandWord[] = [];
  for (const arg of args) {
    if (arg.type === 'Assignment') words.push(argumentOf(arg, walker));
    else for (const word of evaluateWord(arg, walker)) words.push(...splitGuess(word));
  }
  const alone = words.length === 0;
  const assignments: AssignmentUse[] = prefix.map((item) => evaluateAssignment(item, walker, alone));
  // `IFS= read -r line` only changes how that line is split.
  if (words[0]?.value === 'read')
    for (const [at, { concern, ...rest }] of assignments.entries()) if (rest.name === 'IFS') assignments[at] = rest;
  const redirects = evaluateRedirects(redirections, walker);
  walker.input = redirects.stdin === 'inherited' ? piped : redirects.stdin === 'unknown' ? undefined : redirects.stdin;
  const command = {
    text: walker.textOf(node),
    span: walker.spanOf(node),
    assignments,
    redirects: redirects.uses,
    redirectPaths: redirects.paths,
  };
  if (!alone) return recordCommand(words, command, walker, { stdin: walker.input });
  const { frame } = walker;
  walker.recorder.add({
    ...NO_PROGRAM,
    text: command.text,
    span: command.span,
    via: frame.via,
    ...(frame.parent !== undefined && { parent: frame.parent }),
    neutral: true,
    assignments,
    redirects: redirects.uses,
    cwds: walker.scope.folders,
    paths: redirects.paths,
  });
  return walker.unchanged();
}

/** An unquoted expansion is split into several words, and so is the guess at its value. */
function splitGuess(word: CommandWord): readonly CommandWord[] {
  if (word.kind !== 'unknown' || word.single || word.value === word.text || !/\s/.test(word.value)) return [word];
  const pieces = word.value.split(/\s+/).filter((piece) => piece !== '');
  return pieces.slice(0, MAX_PIECES).map((value) => ({ ...word, value, knownPrefix: '' }));
}

/** `declare x=1`: an argument that the shell treats as an assignment. */
function argumentOf(node: Assignment, walker: Walker): CommandWord {
  const { value, text } = evaluateAssignment(node, walker, false);
  const known = node.value.type === 'Word' && node.index === undefined && (value !== '' || node.value.text === '');
  const start = `${node.name}${node.append === true ? '+' : ''}=`;
  if (value !== '' || known) walker.scope.variables.set(node.name, value);
  if (known) return literalWord(start + value, text);
  return { text, value: text, kind: 'unknown', knownPrefix: node.index === undefined ? start : '', single: true };
}

/** The parser reads `V=<(a) b` as the command `<(a)` with the argument `b`. For the shell, the command is `b`. */
function detachSubstitutedValue(prefix: readonly Assignment[], args: CommandArgument[], walker: Walker): void {
  const last = prefix.at(-1);
  const name = args[0];
  if (last === undefined || name?.type !== 'Word' || name.pos !== last.end || !/^[<>]\(/.test(name.text)) return;
  walker.problem('syntax', 'an assignment of a process substitution cannot be read with certainty', name);
  evaluateWord(name, walker);
  args.shift();
  for (let next = args[0]; next?.type === 'Word' && /^[A-Za-z_]\w*\+?=/.test(next.text); next = args[0]) {
    evaluateWord(next, walker);
    args.shift();
  }
}

const MAX_PIECES = 50;
