import { andWith, assemble, giveBack, ifAtLeast, ifEqual, loadWord } from './bpf-assembler.ts';
import type { BpfInstruction } from './bpf-assembler.ts';
import { seccompRules } from './seccomp-rules.ts';
import type { ArgumentCondition, SeccompOptions, SeccompRule } from './seccomp-rules.ts';
import { AUDIT_ARCHITECTURES, syscallNumber } from './syscall-numbers.ts';
import type { SeccompArchitecture } from './syscall-numbers.ts';

/** The filter for `bwrap --seccomp`, made from the rules. Undefined for a machine whose numbers we do not know. */
export function seccompFilter(options: SeccompOptions, architecture: string = process.arch): Uint8Array | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined;
  return assemble([
    ...checkMachine(architecture),
    ...seccompRules(options).flatMap((rule) => compileRule(rule, architecture)),
    giveBack(ALLOW),
  ]);
}

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const REFUSE = 0x0005_0000;

/** Where the kernel puts what a filter may look at. */
const NUMBER_OFFSET = 0;
const MACHINE_OFFSET = 4;
const argumentOffset = (index: number): number => 16 + index * 8;

/** Calls of the same number on x64 in its 32-bit-pointer form. */
const X32_BIT = 0x4000_0000;

/** The numbers of another machine mean other calls: whoever uses them gets around the rules. */
function checkMachine(architecture: SeccompArchitecture): readonly BpfInstruction[] {
  return [
    loadWord(MACHINE_OFFSET),
    ifEqual(AUDIT_ARCHITECTURES[architecture], 1, 0),
    giveBack(KILL_PROCESS),
    loadWord(NUMBER_OFFSET),
    ...(architecture === 'x64' ? [ifAtLeast(X32_BIT, 0, 1), giveBack(KILL_PROCESS)] : []),
  ];
}

function compileRule(rule: SeccompRule, architecture: SeccompArchitecture): readonly BpfInstruction[] {
  return rule.calls.flatMap((call) => {
    const number = syscallNumber(call, architecture);
    if (number === undefined) return [];
    const body = compileBody(rule);
    return [ifEqual(number, 0, body.length), ...body];
  });
}

/** Entered with the number loaded, and left with it loaded where a condition does not hold. */
function compileBody({ errno, when = [] }: SeccompRule): readonly BpfInstruction[] {
  const refuse = giveBack(REFUSE | errno);
  if (when.length === 0) return [refuse];
  const lengths = when.map((condition) => compileCondition(condition, 0).length);
  const tests = when.flatMap((condition, index) => {
    const following = lengths.slice(index + 1).reduce((sum, length) => sum + length, 0);
    return compileCondition(condition, following + 1);
  });
  return [...tests, refuse, loadWord(NUMBER_OFFSET)];
}

/** Goes on when the condition holds, else skips `otherwise` instructions. */
function compileCondition(condition: ArgumentCondition, otherwise: number): readonly BpfInstruction[] {
  const load = loadWord(argumentOffset(condition.arg));
  if ('is' in condition) return [load, ifEqual(condition.is, 0, otherwise)];
  if ('isNot' in condition) return [load, ifEqual(condition.isNot, otherwise, 0)];
  return [load, andWith(condition.hasAny), ifEqual(0, otherwise, 0)];
}
