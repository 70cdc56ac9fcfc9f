import type { Perturbation } from './cases.ts';
import { cleanCases, type NamedCase } from './clean-cases.ts';
import { EDIT_FORMATS, type EditFormat } from './formats.ts';
import type { History } from './history.ts';
import { PERTURBATIONS } from './perturbations.ts';

export interface Counts {
  cases: number;
  right: number;
  refused: number;
  wrong: number;
}

/** The results of one perturbation. */
export interface Tally extends Counts {
  readonly row: string;
  readonly name: string;
  readonly atLeast: number;
  /** The part in patches and unified diffs, which mark the kept lines. */
  readonly patches: Counts;
}

export interface Judgement {
  readonly hunks: number;
  readonly files: number;
  readonly tallies: readonly Tally[];
  /** Sorted durations of all edits, in milliseconds. */
  readonly times: readonly number[];
  /** One line for each wrong result. */
  readonly wrong: readonly string[];
}

/** Tries every `every`-th case in each format and perturbation. The random numbers are fixed, so every run is the same. */
export function judge(histories: readonly History[], { every = 1 }: { every?: number } = {}): Judgement {
  const cases = histories.flatMap((history) => cleanCases(history).map((clean) => ({ clean, name: history.name })));
  const tallies = PERTURBATIONS.map((each) => ({ ...counted(each), perturbation: each }));
  const times: number[] = [];
  const wrong: string[] = [];
  const chance = fixedChance();
  for (const [index, { clean, name }] of cases.entries()) {
    if (index % every !== 0) continue;
    for (const tally of tallies) {
      const verdicts = judgeCase(clean, tally.perturbation, { chance, times });
      for (const [verdict, format] of verdicts) {
        for (const counts of format.isPatch ? [tally, tally.patches] : [tally]) {
          counts.cases += 1;
          counts[verdict] += 1;
        }
        if (verdict === 'wrong') wrong.push(`${tally.row}, ${tally.name}: ${format.name} in ${name}, ${clean.kind}`);
      }
    }
  }
  times.sort((one, other) => one - other);
  const tried = cases.filter((_, index) => index % every === 0);
  return {
    hunks: tried.filter(({ clean }) => clean.kind === 'single').length,
    files: new Set(tried.map(({ name }) => name)).size,
    tallies,
    times,
    wrong,
  };
}

function counted({ row, name, atLeast }: Perturbation): Tally {
  return { row, name, atLeast, ...noCounts(), patches: noCounts() };
}

function noCounts(): Counts {
  return { cases: 0, right: 0, refused: 0, wrong: 0 };
}

type Verdict = 'right' | 'refused' | 'wrong';

function judgeCase(
  clean: NamedCase,
  { perturb }: Perturbation,
  { chance, times }: { chance: () => number; times: number[] },
): [Verdict, EditFormat][] {
  const edit = perturb(clean, chance);
  if (!edit) return [];
  return EDIT_FORMATS.map((format: EditFormat) => {
    const start = performance.now();
    const result = format.apply(edit.text, edit.changes);
    const calls = format.calls(edit.changes);
    const time = (performance.now() - start) / calls;
    for (let call = 0; call < calls; call += 1) times.push(time);
    if (result === undefined) return ['refused', format];
    const right = edit.right.includes(result) && (edit.byHint !== true || format.hinted);
    return [right ? 'right' : 'wrong', format];
  });
}

/** Linear congruential, after Numerical Recipes. */
function fixedChance(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
