import { assemble, returnVerdict, ifAnyBit, ifAtLeast, ifEqual, loadWord } from './bpf-assembler.ts';
import type { BpfInstruction, BpfProgram } from './bpf-assembler.ts';
import { seccompRules } from './seccomp-rules.ts';
import type { ArgumentCondition, SeccompOptions, SeccompRule } from './seccomp-rules.ts';
import { AUDIT_ARCHITECTURES, syscallNumber } from './syscall-numbers.ts';
import type { SeccompArchitecture } from './syscall-numbers.ts';

/** Compiles the rules to a filter for `bwrap --seccomp`. Undefined for architectures other than x64 and arm64. */
export function seccompFilter(options: SeccompOptions, architecture: string = process.arch): Uint8Array | undefined {
  if (architecture !== 'x64' && architecture !== 'arm64') return undefined;
  const verdicts = new Verdicts();
  const numbers = [...rulesByNumber(seccompRules(options), architecture)].sort(([one], [other]) => one - other);
  const ranges = rangesOf(numbers.map(([number, rules]) => ({ from: number, label: verdicts.labelOf(rules) })));
  if (architecture === 'x64') ranges.push({ from: X32_BIT, label: KILL });
  return assemble([
    loadWord(MACHINE_OFFSET),
    // Under another architecture's ABI the numbers mean other calls, which would bypass the rules.
    ifEqual(AUDIT_ARCHITECTURES[architecture], { no: KILL }),
    loadWord(NUMBER_OFFSET),
    ...search(ranges),
    ...verdicts.program,
  ]);
}

/** Offsets in `struct seccomp_data`, the input of a filter. */
const NUMBER_OFFSET = 0;
const MACHINE_OFFSET = 4;
const argumentOffset = (index: number): number => 16 + index * 8;

/** Set in the number of calls through the x32 ABI of x64. */
const X32_BIT = 0x4000_0000;

const ALLOW = 'allow';
const KILL = 'kill';

function rulesByNumber(
  rules: readonly SeccompRule[],
  architecture: SeccompArchitecture,
): ReadonlyMap<number, readonly SeccompRule[]> {
  const found = new Map<number, SeccompRule[]>();
  for (const rule of rules) {
    for (const call of rule.calls) {
      const number = syscallNumber(call, architecture);
      if (number !== undefined) found.set(number, [...(found.get(number) ?? []), rule]);
    }
  }
  return found;
}

/** The system call numbers from `from` up to the next range have the same verdict. */
interface NumberRange {
  readonly from: number;
  readonly label: string;
}

/** Turns sorted single numbers into ranges; the numbers between them are allowed. */
function rangesOf(numbers: readonly NumberRange[]): NumberRange[] {
  const ranges: NumberRange[] = [{ from: 0, label: ALLOW }];
  for (const { from, label } of numbers) {
    if (ranges.at(-1)?.from === from) ranges.pop();
    if (ranges.at(-1)?.label !== label) ranges.push({ from, label });
    ranges.push({ from: from + 1, label: ALLOW });
  }
  return ranges;
}

/**
 * A binary search over the ranges. The kernel runs a new filter once for every system call number, so a linear list of
 * comparisons would slow down the start of each program.
 */
function search(ranges: readonly NumberRange[]): BpfProgram {
  const middle = ranges.length >> 1;
  const [lower, upper] = [ranges.slice(0, middle), ranges.slice(middle)];
  const [first, split] = [lower[0], upper[0]];
  if (first === undefined || split === undefined) return [];
  const upperLabel = upper.length === 1 ? split.label : `from ${split.from}`;
  return [
    ifAtLeast(split.from, { yes: upperLabel, ...(lower.length === 1 && { no: first.label }) }),
    ...search(lower),
    ...(upper.length === 1 ? [] : [upperLabel]),
    ...search(upper),
  ];
}

/** Generates the code for the verdicts. System calls with the same rules share it. */
class Verdicts {
  readonly #refusals = new Map<string, number>();
  readonly #tests = new Map<string, BpfProgram>();

  get program(): BpfProgram {
    return [
      ...[...this.#tests].flatMap(([label, program]) => [label, ...program]),
      ...[...this.#refusals].flatMap(([label, errno]) => [label, returnVerdict(REFUSE_CALL | errno)]),
      ALLOW,
      returnVerdict(ALLOW_CALL),
      KILL,
      returnVerdict(KILL_PROCESS),
    ];
  }

  labelOf(rules: readonly SeccompRule[]): string {
    const always = rules.find(({ when = [] }) => when.length === 0);
    if (always !== undefined) return this.#refusal(always.errno);
    const label = JSON.stringify(rules.map(({ errno, when }) => [errno, when]));
    if (!this.#tests.has(label)) this.#tests.set(label, this.#test(rules, label));
    return label;
  }

  #refusal(errno: number): string {
    const label = `refuse ${errno}`;
    this.#refusals.set(label, errno);
    return label;
  }

  /** Tests one rule after the other until all conditions of one are true. */
  #test(rules: readonly SeccompRule[], label: string): BpfProgram {
    return rules.flatMap(({ errno, when = [] }, index) => {
      const next = index === rules.length - 1 ? ALLOW : `${label} ${index + 1}`;
      const tests = when.flatMap((condition, at) => [
        ...(condition.arg === when[at - 1]?.arg ? [] : [loadWord(argumentOffset(condition.arg))]),
        test(condition, { next, holds: at === when.length - 1 ? this.#refusal(errno) : undefined }),
      ]);
      return index === 0 ? tests : [`${label} ${index}`, ...tests];
    });
  }
}

const ALLOW_CALL = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const REFUSE_CALL = 0x0005_0000;

/** Jumps to `next` if the condition is false. */
function test(
  condition: ArgumentCondition,
  { next, holds }: { readonly next: string; readonly holds: string | undefined },
): BpfInstruction {
  const yes = holds === undefined ? {} : { yes: holds };
  if ('is' in condition) return ifEqual(condition.is, { ...yes, no: next });
  if ('hasAny' in condition) return ifAnyBit(condition.hasAny, { ...yes, no: next });
  return ifEqual(condition.isNot, { yes: next, ...(holds !== undefined && { no: holds }) });
}
