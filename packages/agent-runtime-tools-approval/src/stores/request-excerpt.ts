import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '../gate/approval-request.ts';

/**
 * A request as it is stored. Long texts of a large request are shortened, with a note on how much is missing and the SHA-256
 * of the whole text. The request's digest still covers everything.
 */
export function requestExcerpt(request: ApprovalRequest): ApprovalRequest {
  const { always, preview, diff, reasons, risk, ...rest } = request;
  const copy = new BudgetedCopy(MAX_REQUEST_CHARACTERS);
  const kept: ApprovalRequest = {
    ...rest,
    tool: copy.text(rest.tool),
    cwd: copy.text(rest.cwd),
    reason: copy.text(rest.reason),
    reasons: copy.list(reasons, (reason) => copy.text(reason)),
    risk: { ...risk, why: copy.text(risk.why) },
    args: copy.record(rest.args),
    ...(always !== undefined && {
      always: {
        covers: copy.text(always.covers),
        ...(always.rule !== undefined && { rule: copy.text(always.rule) }),
      },
    }),
    ...(diff !== undefined && { diff: copy.text(diff) }),
    ...(preview !== undefined && {
      preview: {
        ...preview,
        summary: copy.text(preview.summary),
        changes: copy.list(preview.changes, ({ diff: change, ...more }) => ({
          ...more,
          target: copy.text(more.target),
          ...(change !== undefined && { diff: copy.text(change) }),
        })),
        ...(preview.warnings !== undefined && { warnings: copy.list(preview.warnings, (each) => copy.text(each)) }),
      },
    }),
  };
  return copy.isComplete ? request : { ...kept, isExcerpt: true };
}

/** Copies JSON values within a budget, counted in characters of the JSON text. */
class BudgetedCopy {
  isComplete = true;
  #remaining: number;

  constructor(budget: number) {
    this.#remaining = budget;
  }

  text(text: string): string {
    const length = jsonLength(text);
    if (length <= this.#remaining) {
      this.#remaining -= length;
      return text;
    }
    this.isComplete = false;
    let end = Math.min(text.length, MAX_TEXT_CHARACTERS);
    while (end > 0 && jsonLength(text.slice(0, end)) > Math.min(this.#remaining, MAX_TEXT_CHARACTERS)) end >>= 1;
    const shown = text.slice(0, end);
    this.#remaining -= jsonLength(shown);
    const digest = createHash('sha256').update(text).digest('hex');
    return `${shown}… [${text.length - end} more characters; SHA-256 of the whole: ${digest}]`;
  }

  record(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (const [name, each] of Object.entries(value)) {
      if (this.#isExhausted()) break;
      entries.push([this.text(name), this.#value(each)]);
    }
    return Object.fromEntries(entries);
  }

  list<T, U>(items: readonly T[], copy: (item: T) => U): U[] {
    const kept: U[] = [];
    for (const item of items) {
      if (this.#isExhausted()) break;
      this.#remaining -= 1;
      kept.push(copy(item));
    }
    return kept;
  }

  #value(value: unknown): unknown {
    this.#remaining -= 8;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return this.list(value, (each) => this.#value(each));
    if (typeof value === 'object' && value !== null) return this.record({ ...value });
    return value;
  }

  /** Members beyond the budget are left out. */
  #isExhausted(): boolean {
    if (this.#remaining > 0) return false;
    this.isComplete = false;
    return true;
  }
}

/** The length as JSON, where a control character takes six characters. */
function jsonLength(text: string): number {
  return text.length > MAX_REQUEST_CHARACTERS ? Infinity : JSON.stringify(text).length;
}

const MAX_REQUEST_CHARACTERS = 128 * 1024;
const MAX_TEXT_CHARACTERS = 8 * 1024;
