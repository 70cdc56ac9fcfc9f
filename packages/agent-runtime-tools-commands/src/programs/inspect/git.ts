import { hasOption, type Call } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';
import { hazard } from '../program.ts';

/** `git config` is harmless only when it reads: a setting can name a program that runs later. */
export function inspectGitConfig(call: Call, found: Findings): void {
  const words = call.args.map((arg) => arg.word.value);
  const [first] = call.operands;
  // `get` and `list` are subcommands only as the first operand. `git config user.name list` sets a value.
  if (hasOption(call, ...READS) && !words.some((word) => CHANGES.test(word))) return;
  const last = call.args.at(-1);
  if (last === undefined) return;
  if (first !== undefined && /^(?:get|list)$/.test(first.text)) return;
  const isQuestion =
    call.operands.length === 1 &&
    !words.some((word) => CHANGES.test(word)) &&
    !/^(?:set|unset|edit|rename-section|remove-section)$/.test(first?.text ?? '');
  if (!isQuestion || hasOption(call, '-e')) {
    found.addHazard(hazard('writes', 'changes settings, which can name programs to run'), last.index);
  }
}

const READS = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--get-color',
  '--get-colorbool',
  '--list',
  '-l',
];
const CHANGES = /^--(?:add|replace|unset|rename|remove|edit)/;

/** `git push origin +branch` and `:branch` replace or delete a branch of the remote. */
export function inspectGitPush(call: Call, found: Findings): void {
  for (const operand of call.operands.slice(1)) {
    if (/^[+:]/.test(operand.text)) {
      found.addHazard(hazard('deletes', 'overwrites or deletes branches of the remote'), operand.index);
    }
  }
}
