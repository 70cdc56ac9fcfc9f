import { type CallArgument, type Call, optionValues, hasOption } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { literalWord } from '../../../words/evaluate-word.ts';
import { hazard } from '../../program.ts';

/** Old-style options of tar, whose values follow in order: `tar xzf a.tgz` becomes `tar -x -z -f a.tgz`. */
export function rewriteOldStyleOptions(args: readonly CallArgument[]): readonly CallArgument[] {
  const [first, ...rest] = args;
  if (first === undefined || first.word.kind !== 'literal' || !/^[A-Za-z]+$/.test(first.word.value)) return args;
  const result: CallArgument[] = [];
  for (const letter of first.word.value) {
    result.push({ word: literalWord(`-${letter}`), index: first.index });
    const value = /[bfCFgHIKLNTVX]/.test(letter) ? rest.shift() : undefined;
    if (value !== undefined) result.push(value);
  }
  return [...result, ...rest];
}

/** The archive is written by the modes that create or change it, and read by the others. */
export function inspectTar(call: Call, found: Findings): void {
  const creates = call.options.find((option) => WRITE_MODES.has(option.name));
  for (const file of optionValues(call, '-f')) {
    if (file.text === '-') continue;
    if (file.text.includes(':'))
      found.addHazard(hazard('network', 'reaches an archive on another machine'), file.index);
    else if (creates === undefined) found.addPath('read', file);
    else found.addPath('write', file, { intended: false, optionIndex: creates.index });
  }
}

/** `unzip` writes files, except with an option that only lists, tests or prints. */
export function inspectUnzip(call: Call, found: Findings): void {
  if (!hasOption(call, '-l', '-t', '-v', '-Z', '-p', '-c')) {
    found.addHazard(hazard('writes', 'writes what is in the archive'), lastIndex(call));
  }
}

/** `gzip x` replaces x by x.gz, except with an option that only prints, tests or lists. */
export function inspectCompressor(call: Call, found: Findings): void {
  if (!hasOption(call, '-c', '--stdout', '-t', '--test', '-l', '--list') && call.operands.length > 0) {
    found.addHazard(hazard('writes', 'replaces files'), lastIndex(call));
  }
}

/** The first argument of `ar` is its mode. */
export function inspectAr(call: Call, found: Findings): void {
  const [mode] = call.args;
  if (!/^-?[tpvOV]+$/.test(mode?.word.value ?? '')) {
    found.addHazard(hazard('writes', 'writes files or archives'), mode?.index ?? 0);
  }
}

/** `unsquashfs` writes files, except with an option that only lists. */
export function inspectUnsquashfs(call: Call, found: Findings): void {
  if (!hasOption(call, '-l', '-ls', '-ll', '-lls', '-s', '-stat')) {
    found.addHazard(hazard('writes', 'writes what is in the archive'), call.args.length);
  }
}

const WRITE_MODES: ReadonlySet<string> = new Set([
  '-c',
  '--create',
  '-r',
  '--append',
  '-u',
  '--update',
  '-A',
  '--catenate',
  '--concatenate',
  '--delete',
]);

function lastIndex(call: Call): number {
  return call.operands.at(-1)?.index ?? call.args.length;
}
