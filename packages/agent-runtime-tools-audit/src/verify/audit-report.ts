import type { AuditKey } from '../record/audit-key.ts';

export interface VerifyOptions {
  /** The key of the chain, if it has one. */
  readonly key?: AuditKey;
  /** Heads that were noted earlier, at a place that the trail's owner cannot change. The trail must still contain them. */
  readonly expect?: readonly string[];
}

export interface AuditReport {
  /** True if there are no problems. */
  readonly ok: boolean;
  /** How many records were read. */
  readonly records: number;
  /** The last record of each chain: note it elsewhere and pass it to a later `verify` as `expect`. */
  readonly heads: readonly string[];
  readonly problems: readonly AuditProblem[];
  /** What is no proof of tampering, such as the end of a process that was killed. */
  readonly notices: readonly string[];
}

export interface AuditProblem {
  /**
   * `changed`: the content does not match its hash. `missing`: records or a segment are gone. `reordered`: a record is
   * not where it belongs. `cut`: records at the end are gone. `invalid`: not a record at all. `key`: the trail has a key
   * and none was given, or the other way round.
   */
  readonly kind: 'changed' | 'missing' | 'reordered' | 'cut' | 'invalid' | 'key';
  /** The segment and the line, or the number of the record. */
  readonly where: string;
  readonly message: string;
}

/** Collects problems up to a limit: a trail with one wrong key has a problem in every line. */
export class ReportBuilder {
  readonly #problems: AuditProblem[] = [];
  readonly #notices: string[] = [];
  #more = 0;

  problem(kind: AuditProblem['kind'], where: string, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ kind, where, message });
    else this.#more++;
  }

  notice(text: string): void {
    if (this.#notices.length < MAX_PROBLEMS) this.#notices.push(text);
  }

  build(records: number, heads: readonly string[]): AuditReport {
    const more = this.#more === 0 ? [] : [`${this.#more} more problems are not listed`];
    const problems = this.#problems;
    return { ok: problems.length === 0, records, heads, problems, notices: [...this.#notices, ...more] };
  }
}

const MAX_PROBLEMS = 100;
