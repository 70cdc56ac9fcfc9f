import {
  EMPTY_CHAIN,
  MAX_GROUP_RECORDS,
  parseRecord,
  type ChainHash,
  type ChainHead,
  type ParsedRecord,
} from '../record/chain.ts';
import type { ReportBuilder } from './audit-report.ts';

/** Checks the lines of one chain in order. After a problem it goes on, so that one report names all of them. */
export class ChainVerifier {
  readonly #hash: ChainHash;
  readonly #report: ReportBuilder;
  /** The hash is empty if it is not known what the next group has to continue. */
  #head: ChainHead = EMPTY_CHAIN;
  #lastSeq = 0;
  /** The group whose hash is yet to come. */
  #group: Group | undefined;
  #lines = 0;

  constructor(chainHash: ChainHash, report: ReportBuilder) {
    this.#hash = chainHash;
    this.#report = report;
  }

  /** The last record that has a hash. */
  get head(): ChainHead {
    return this.#head;
  }

  /** The number of the last record, whether or not a hash covers it. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** How many records at the end no hash covers. A writer that was killed leaves such records. */
  get unfinished(): number {
    return this.#group === undefined || this.#group.isBroken ? 0 : this.#group.lines.length;
  }

  /** How many records there are, without unfinished ones. */
  get records(): number {
    return this.#lines - this.unfinished;
  }

  /** Checks the next line, and returns its record if it is one. `firstPrev`: what the first record has to continue. */
  next(line: string, where: string, firstPrev?: string): ParsedRecord | undefined {
    const record = parseRecord(line);
    this.#lines++;
    if (record === undefined) {
      this.#report.problem('invalid', where, 'this is not a record');
      this.#skip();
      return undefined;
    }
    const isFirst = record.prev !== undefined || this.#group === undefined;
    if (isFirst) this.#begin(record, where, this.#lines === 1 ? firstPrev : this.#head.hash);
    const isInPlace = this.#checkPlace(record, where);
    this.#lastSeq = record.seq;
    const group = this.#group;
    if (group === undefined) return record;
    if (!isInPlace && isFirst) group.isContinued = true;
    else if (!isInPlace) group.isBroken = true;
    if (record.hash !== undefined) this.#finish(group, record.covered, { seq: record.seq, hash: record.hash }, where);
    else if (group.lines.push(line) > MAX_GROUP_RECORDS) this.#breakGroup(where);
    return record;
  }

  /** Its number is taken, so that the next record is not reported as well if it fits. */
  #skip(): void {
    this.#lastSeq++;
    if (this.#group === undefined) this.#head = { seq: this.#lastSeq, hash: '' };
    else this.#group.isBroken = true;
  }

  #begin({ seq, prev }: ParsedRecord, where: string, expected: string | undefined): void {
    const isUnknown = expected === undefined || expected === '';
    const isCutOff = this.#group !== undefined && !this.#group.isBroken;
    const isInPlace = seq === this.#lastSeq + 1;
    if (isInPlace && isCutOff) this.#report.problem('changed', where, 'the records before it have no hash');
    else if (isInPlace && prev === undefined && expected !== '')
      this.#report.problem('changed', where, 'it does not say which record it continues');
    const isContinued = isUnknown || isCutOff || prev === expected;
    this.#group = { lines: [], firstSeq: seq, isContinued, isBroken: prev === undefined };
  }

  #checkPlace({ seq }: ParsedRecord, where: string): boolean {
    const due = this.#lastSeq + 1;
    if (seq > due) this.#report.problem('missing', where, `the records ${due} to ${seq - 1} are missing before it`);
    else if (seq < due) this.#report.problem('reordered', where, `record ${seq} stands where record ${due} belongs`);
    return seq === due;
  }

  /** If a record in the midst of a group is missing or misplaced, that is reported, and the hash cannot be right. */
  #finish({ lines, firstSeq, isContinued, isBroken }: Group, covered: string, head: ChainHead, where: string): void {
    this.#group = undefined;
    this.#head = head;
    if (isBroken) return;
    if (this.#hash([...lines, covered].join('\n')) !== head.hash) {
      const which = lines.length === 0 ? 'the record does' : `the records ${firstSeq} to ${head.seq} do`;
      this.#report.problem('changed', where, `${which} not match the hash: changed, or the key is another`);
    } else if (!isContinued)
      this.#report.problem('changed', where, 'it does not continue the record before it, which was changed');
  }

  /** No writer makes such a group, and it must not fill the memory. */
  #breakGroup(where: string): void {
    if (this.#group === undefined) return;
    if (!this.#group.isBroken) this.#report.problem('changed', where, 'too many records have no hash');
    this.#group.isBroken = true;
    this.#group.lines.length = 0;
  }
}

interface Group {
  /** The records before the last one. */
  readonly lines: string[];
  readonly firstSeq: number;
  /** Whether it continues the head. */
  isContinued: boolean;
  /** Something about it was reported already that makes its hash wrong. */
  isBroken: boolean;
}
