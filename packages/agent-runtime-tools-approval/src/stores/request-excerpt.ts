import { createHash } from 'node:crypto';
import type { ApprovalRequest } from '../gate/approval-request.ts';

/**
 * A request as it is kept: the arguments and the preview of a large one are cut, each cut says how much is missing and
 * the SHA-256 of the whole. The call is recognised by its digest, which is of all of it.
 */
export function requestExcerpt(request: ApprovalRequest): ApprovalRequest {
  const { always, preview, diff, reasons, risk, ...rest } = request;
  const cut = new Excerpt(MAX_ENTRIES);
  const kept: ApprovalRequest = {
    ...rest,
    tool: cut.text(rest.tool),
    cwd: cut.text(rest.cwd),
    reason: cut.text(rest.reason),
    reasons: cut.list(reasons, (reason) => cut.text(reason)),
    risk: { ...risk, why: cut.text(risk.why) },
    args: cut.record(rest.args),
    ...(always !== undefined && {
      always: {
        covers: cut.text(always.covers),
        ...(always.rule !== undefined && { rule: cut.text(always.rule) }),
      },
    }),
    ...(diff !== undefined && { diff: cut.text(diff) }),
    ...(preview !== undefined && {
      preview: {
        ...preview,
        summary: cut.text(preview.summary),
        changes: cut.list(preview.changes, ({ diff: change, ...more }) => ({
          ...more,
          target: cut.text(more.target),
          ...(change !== undefined && { diff: cut.text(change) }),
        })),
        ...(preview.warnings !== undefined && { warnings: cut.list(preview.warnings, (each) => cut.text(each)) }),
      },
    }),
  };
  return cut.isWhole ? request : { ...kept, isExcerpt: true };
}

/** Copies JSON within a budget of characters, counted as they are written. */
class Excerpt {
  isWhole = true;
  #left: number;

  constructor(budget: number) {
    this.#left = budget;
  }

  text(text: string): string {
    const length = jsonLength(text);
    if (length <= this.#left) {
      this.#left -= length;
      return text;
    }
    this.isWhole = false;
    let end = Math.min(text.length, MAX_TEXT_CHARACTERS);
    while (end > 0 && jsonLength(text.slice(0, end)) > Math.min(this.#left, MAX_TEXT_CHARACTERS)) end >>= 1;
    const shown = text.slice(0, end);
    this.#left -= jsonLength(shown);
    const digest = createHash('sha256').update(text).digest('hex');
    return `${shown}… [${text.length - end} more characters; SHA-256 of the whole: ${digest}]`;
  }

  record(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (const [name, each] of Object.entries(value)) {
      if (this.#isSpent()) break;
      entries.push([this.text(name), this.#value(each)]);
    }
    return Object.fromEntries(entries);
  }

  list<T, U>(items: readonly T[], copy: (item: T) => U): U[] {
    const kept: U[] = [];
    for (const item of items) {
      if (this.#isSpent()) break;
      this.#left -= 1;
      kept.push(copy(item));
    }
    return kept;
  }

  #value(value: unknown): unknown {
    this.#left -= 8;
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return this.list(value, (each) => this.#value(each));
    if (typeof value === 'object' && value !== null) return this.record({ ...value });
    return value;
  }

  /** Members beyond the budget are left out; the digest still stands for them. */
  #isSpent(): boolean {
    if (this.#left > 0) return false;
    this.isWhole = false;
    return true;
  }
}

/** A control character takes six characters in JSON. */
function jsonLength(text: string): number {
  return text.length > MAX_ENTRIES ? Infinity : JSON.stringify(text).length;
}

const MAX_ENTRIES = 128 * 1024;
const MAX_TEXT_CHARACTERS = 8 * 1024;
