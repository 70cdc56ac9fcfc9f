import { EMPTY_CHAIN, parseRecord, type ChainHash, type ChainHead, type ParsedRecord } from '../record/chain.ts';
import type { ReportBuilder } from './audit-report.ts';

/** Checks the lines of one chain in order. After a problem it goes on, so that one report names all of them. */
export class ChainVerifier {
  readonly #hash: ChainHash;
  readonly #report: ReportBuilder;
  #head: ChainHead = EMPTY_CHAIN;
  #isIntact = true;
  records = 0;

  constructor(chainHash: ChainHash, report: ReportBuilder) {
    this.#hash = chainHash;
    this.#report = report;
  }

  /** The last record. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Whether every line so far was right. */
  get isIntact(): boolean {
    return this.#isIntact;
  }

  /** Checks the next line, and returns its record if it is one. `firstPrev`: what the first record has to continue. */
  next(line: string, where: string, firstPrev?: string): ParsedRecord | undefined {
    const record = parseRecord(line);
    this.records++;
    if (record === undefined) {
      this.#problem('invalid', where, 'this is not a record');
      // Its number is taken, so that the next record is not reported as well if it fits.
      this.#head = { seq: this.#head.seq + 1, hash: '' };
      return undefined;
    }
    const isChanged = this.#hash(record.covered) !== record.hash;
    if (isChanged)
      this.#problem('changed', where, 'the record does not match its hash: it was changed, or the key is another');
    this.#checkPlace(record, where, firstPrev, isChanged);
    this.#head = { seq: record.seq, hash: record.hash };
    return record;
  }

  #checkPlace(record: ParsedRecord, where: string, firstPrev: string | undefined, isChanged: boolean): void {
    const due = this.#head.seq + 1;
    if (record.seq > due)
      this.#problem('missing', where, `the records ${due} to ${record.seq - 1} are missing before it`);
    else if (record.seq < due)
      this.#problem('reordered', where, `record ${record.seq} stands where record ${due} belongs`);
    else {
      const prev = this.records === 1 ? firstPrev : this.#head.hash;
      if (prev === undefined || prev === '' || prev === record.prev || isChanged) return;
      this.#problem('changed', where, 'it does not continue the record before it, which was changed');
    }
  }

  #problem(kind: 'changed' | 'missing' | 'reordered' | 'invalid', where: string, message: string): void {
    this.#isIntact = false;
    this.#report.problem(kind, where, message);
  }
}
