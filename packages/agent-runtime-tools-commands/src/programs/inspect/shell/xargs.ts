import { hasOption, optionValues, type Call, type CallArgument } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { argumentsFrom } from './run-operands.ts';

/**
 * `xargs command`: the command gets more arguments from the input.
 *
 *     find src | xargs wc -l    ->  wc -l src/(found)
 *     cat list | xargs rm       ->  rm, with an unknown argument
 */
export function inspectXargs(call: Call, found: Findings): void {
  const [first] = call.operands;
  if (first === undefined) return;
  const marks = optionValues(call, '-I', '-i', '--replace').map((value) => value.text || '{}');
  const given = argumentsFrom(call, first.index);
  const [listed, ...otherFolders] = listedArguments(call, first.index);
  const args: CallArgument[] = given.map((arg, at) => {
    if (!marks.some((mark) => arg.word.value.includes(mark))) return arg;
    const isWhole = at > 0 && listed !== undefined && otherFolders.length === 0 && marks.includes(arg.word.value);
    return isWhole ? { ...listed, index: arg.index } : filled(arg, marks, call.stdin?.text.trim());
  });
  if (marks.length === 0 || args.every((arg, at) => arg === given[at])) args.push(...inputArguments(call, first.index));
  found.addCommand(args, call.name, { input: 'none' });
}

/** An argument with a placeholder in it. The text before the placeholder is certain. */
function filled(arg: CallArgument, marks: readonly string[], guess: string | undefined): CallArgument {
  const { value } = arg.word;
  const start = value.slice(
    0,
    Math.min(...marks.filter((mark) => value.includes(mark)).map((mark) => value.indexOf(mark))),
  );
  const likely =
    guess === undefined || guess === '' ? value : marks.reduce((text, mark) => text.replace(mark, () => guess), value);
  return {
    index: arg.index,
    word: { text: arg.word.text, value: likely, kind: 'unknown', knownPrefix: start, single: true },
  };
}

/** The files that a `find` before the pipe lists, when both programs use the same separator. */
function listedArguments(call: Call, index: number): CallArgument[] {
  const { files } = call.stdin ?? {};
  if (files === undefined || call.hasUnknownOption || hasOption(call, '-a', '-d', '--delimiter', '-E', '-e', '--eof'))
    return [];
  if (hasOption(call, '-0', '--null') !== files.nulSeparated) return [];
  return files.folders.map((folder) => {
    const value = `${folder}/(found)`;
    const listed = { folder, splitsNames: !files.nulSeparated };
    return { index, word: { text: value, value, kind: 'literal', knownPrefix: value, single: true, listed } };
  });
}

/** Arguments from the input: unknown, with a guess when the input is the output of a simple command. */
function inputArguments(call: Call, index: number): CallArgument[] {
  const listed = listedArguments(call, index);
  if (listed.length > 0) return listed;
  const guesses =
    call.stdin?.text
      .split(/\s+/)
      .filter((guess) => guess !== '')
      .slice(0, 20) ?? [];
  const values = guesses.length > 0 ? guesses : ['(from the input)'];
  return values.map((value) => ({
    index,
    word: { text: value, value, kind: 'unknown', knownPrefix: '', single: false },
  }));
}
