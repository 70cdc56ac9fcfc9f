import type { AuditKey } from '../record/audit-key.ts';
import { createChainHash, EMPTY_CHAIN, parseRecord } from '../record/chain.ts';
import { AnchorTable } from './anchor-table.ts';
import { ReportBuilder, type AuditReport, type VerifyOptions } from './audit-report.ts';
import { ChainVerifier } from './chain-verifier.ts';
import { hasRightKey } from './has-right-key.ts';

/** A row of a table that holds one chain. */
export interface AuditRow {
  readonly seq: number;
  readonly line: string;
}

/** Verifies a chain in a table. `lastSeq` is the highest number that the database says it has used. */
export async function verifyRows(
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  lastSeq: number,
  { key, expect = [] }: VerifyOptions,
): Promise<AuditReport> {
  const report = new ReportBuilder();
  const anchors = new AnchorTable();
  for (const text of expect) anchors.add(parseExpected(text), 'it is expected');
  const watch = anchors.watch(TABLE, report);
  const chain = new ChainVerifier(createChainHash(key), report);
  for await (const { seq, line } of rows) {
    const where = `record ${seq}`;
    if (chain.lastSeq === 0 && !hasKey(line, key, report)) return report.build(0, []);
    const record = chain.next(line, where, EMPTY_CHAIN.hash);
    if (record === undefined) continue;
    if (record.seq !== seq)
      report.problem('reordered', where, `its row has the number ${seq}, the record ${record.seq}`);
    watch.seen(record);
  }
  if (chain.lastSeq === 0) report.problem('missing', TABLE, 'there is no record');
  if (chain.lastSeq < lastSeq)
    report.problem('cut', TABLE, `the records ${chain.lastSeq + 1} to ${lastSeq} are missing at the end`);
  else if (chain.unfinished > 0)
    report.problem('cut', TABLE, `the last ${chain.unfinished} records have no hash: those after them are missing`);
  watch.end();
  return report.build(chain.records, chain.head.seq === 0 ? [] : [`${chain.head.seq}:${chain.head.hash}`]);
}

function hasKey(line: string, key: AuditKey | undefined, report: ReportBuilder): boolean {
  return hasRightKey(parseRecord(line), key, TABLE, report);
}

function parseExpected(text: string): { segment: string; seq: number; hash: string } {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  if (match === null) throw new TypeError(`An expected head is NUMBER:HASH, not ${JSON.stringify(text)}.`);
  return { segment: TABLE, seq: Number(match[1]), hash: match[2] ?? '' };
}

const TABLE = 'the table';
