import type { CommandPart, FunctionDefinition, Problem, ProblemKind, Span } from '../command-analysis.ts';

export interface Limits {
  readonly maxDepth: number;
  readonly maxParts: number;
}

/** Collects what is found in a command, whatever level of nesting it is found at. */
export class Recorder {
  readonly parts: CommandPart[] = [];
  readonly problems: Problem[] = [];
  readonly functions: FunctionDefinition[] = [];
  readonly home: string;
  readonly limits: Limits;
  /** The stage of a pipeline that is read by what is recorded now. */
  pipedFrom: Span | undefined;
  private steps = 0;

  constructor(home: string, limits: Limits) {
    this.home = home;
    this.limits = limits;
  }

  /** False when there is too much of it: then nothing more is looked at. */
  get hasCapacity(): boolean {
    return this.parts.length < this.limits.maxParts && this.steps <= MAX_STEPS;
  }

  /** Counts what is looked at, also again and again on the ways through wrappers. False when that is too much. */
  spendSteps(steps: number, text: string, span: Span): boolean {
    if (this.steps > MAX_STEPS) return false;
    this.steps += steps;
    if (this.steps <= MAX_STEPS) return true;
    this.problem('too-complex', 'it has too many possible readings to analyse', text, span);
    return false;
  }

  add(part: Omit<CommandPart, 'index'>): number {
    const index = this.parts.length;
    this.parts.push({ ...part, index, ...(this.pipedFrom !== undefined && { pipedFrom: this.pipedFrom }) });
    if (this.parts.length === this.limits.maxParts)
      this.problem('too-many-parts', 'the command has too many parts', part.text, part.span);
    return index;
  }

  problem(kind: ProblemKind, why: string, text: string, span: Span): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ kind, why, text: text.slice(0, 200), span });
  }
}

const MAX_PROBLEMS = 50;
const MAX_STEPS = 20_000;
