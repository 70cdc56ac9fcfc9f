import { hasOption, type Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { does } from './vocabulary.ts';

/** Only the forms of `git config` that read are harmless: a setting can name a program that runs later. */
export function checkGitConfig(call: Call, found: Findings): void {
  const words = call.args.map((arg) => arg.word.value);
  if (words.some((word) => READS.test(word)) && !words.some((word) => CHANGES.test(word))) return;
  const [first] = call.operands;
  const last = call.args.at(-1);
  if (last === undefined) return;
  if (first !== undefined && /^(?:get|list)$/.test(first.text)) return;
  const isQuestion =
    call.operands.length === 1 &&
    !words.some((word) => CHANGES.test(word)) &&
    !/^(?:set|unset|edit|rename-section|remove-section)$/.test(first?.text ?? '');
  if (!isQuestion || hasOption(call, '-e')) {
    found.hazard(does('writes', 'changes settings, which can name programs to run'), last.index);
  }
}

const READS = /^(?:--get(?:-\w+)*|--list|-l|get|list)$/;
const CHANGES = /^--(?:add|replace|unset|rename|remove|edit)/;

/** `+branch` and `:branch` replace or delete what others have. */
export function checkPushTargets(call: Call, found: Findings): void {
  for (const operand of call.operands.slice(1)) {
    if (/^[+:]/.test(operand.text)) {
      found.hazard(does('deletes', 'replaces or deletes what others have'), operand.index);
    }
  }
}
