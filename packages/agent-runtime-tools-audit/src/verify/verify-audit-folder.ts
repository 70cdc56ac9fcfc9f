import type { SegmentEnd } from '../record/audit-entry.ts';
import { createChainHash, EMPTY_CHAIN, type ChainHash, type ParsedRecord } from '../record/chain.ts';
import { parseHead } from '../sinks/file/head-anchor.ts';
import {
  linksOf,
  listSegments,
  MAX_LINE_BYTES,
  readHead,
  segmentFile,
  segmentName,
  startOfSegment,
} from '../sinks/file/segment-files.ts';
import { AnchorTable } from './anchor-table.ts';
import { ReportBuilder, type AuditReport, type VerifyOptions } from './audit-report.ts';
import { ChainVerifier } from './chain-verifier.ts';
import { hasRightKey } from './has-right-key.ts';
import { readLines } from './read-lines.ts';
import { RemovedSegments } from './removed-segments.ts';

/** Verifies a trail that `FileAuditSink` wrote. Rejects if the folder cannot be read. */
export async function verifyAuditFolder(
  folder: string,
  { key, expect = [] }: VerifyOptions = {},
): Promise<AuditReport> {
  const report = new ReportBuilder();
  const hash = createChainHash(key);
  const segments = listSegments(folder);
  if (segments.length === 0) report.problem('missing', folder, 'there is no audit trail here');
  const anchors = new AnchorTable();
  const starts = new Map(segments.map((segment) => [segment, startOfSegment(folder, segment)]));
  for (const [segment, start] of starts)
    for (const link of linksOf(start)) anchors.add(link, `segment ${segment} continues it`);
  for (const text of expect) anchors.add(parseExpected(text), 'it is expected');
  const heads: string[] = [];
  const removed = new RemovedSegments();
  let records = 0;
  for (const [segment, start] of starts) {
    if (!hasRightKey(start, key, segment, report)) continue;
    addHeadFile({ folder, segment, hash, anchors, report });
    const verified = await verifySegment({ folder, segment, hash, anchors, report }, (record) => removed.read(record));
    records += verified.records;
    heads.push(verified.head);
  }
  const newest = Math.max(0, ...[...segments, ...anchors.segments()].map(Number));
  for (let number = 1; number <= newest; number++) {
    const name = segmentName(number);
    if (!starts.has(name) && !removed.has(name)) report.problem('missing', name, 'the segment is missing');
  }
  return report.build(records, heads);
}

interface SegmentInput {
  readonly folder: string;
  readonly segment: string;
  readonly hash: ChainHash;
  readonly anchors: AnchorTable;
  readonly report: ReportBuilder;
}

async function verifySegment(
  { folder, segment, hash, anchors, report }: SegmentInput,
  onRecord: (record: ParsedRecord) => void,
): Promise<{ readonly records: number; readonly head: string }> {
  const chain = new ChainVerifier(hash, report);
  const watch = anchors.watch(segment, report);
  // A later segment names the record that it continues in its links, which are among the anchors.
  const firstPrev = segment === segmentName(1) ? EMPTY_CHAIN.hash : undefined;
  let isClosed = false;
  let line = 0;
  for await (const { text, isWhole, isLast } of readLines(segmentFile(folder, segment), MAX_LINE_BYTES)) {
    const where = `${segment}:${++line}`;
    if (!isWhole && isLast) {
      report.notice(`${where}: the last record is incomplete: its process was killed, or the file was cut`);
      break;
    }
    if (isClosed) report.problem('invalid', where, 'there is a record after the end of the segment');
    const record = chain.next(text, where, firstPrev);
    if (record === undefined) continue;
    if (line === 1 && record.content['segment'] !== segment)
      report.problem('reordered', where, 'the file has the name of another segment');
    watch.seen(record);
    onRecord(record);
    isClosed = record.content['kind'] === 'close';
  }
  watch.end();
  if (chain.unfinished > 0)
    report.notice(
      `${segment}: the last ${chain.unfinished} records have no hash: their process was killed, or the file was cut`,
    );
  if (!isClosed) report.notice(`${segment}: the segment was not closed: its process is running, or was killed`);
  return { records: chain.records, head: `${segment}:${chain.head.seq}:${chain.head.hash}` };
}

function addHeadFile({ folder, segment, hash, anchors, report }: SegmentInput): void {
  const text = readHead(folder, segment);
  const head = text === undefined ? undefined : parseHead(text, segment, hash);
  if (head !== undefined) anchors.add({ segment, ...head }, 'the head file of the segment names it');
  else if (text === undefined) report.problem('missing', segment, 'its head file is missing');
  else report.problem('changed', segment, 'its head file was changed, or the key is another');
}

function parseExpected(text: string): SegmentEnd {
  const match = /^(\d{8}):(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  if (match === null) throw new TypeError(`An expected head is SEGMENT:NUMBER:HASH, not ${JSON.stringify(text)}.`);
  const [, segment = '', seq, hash = ''] = match;
  return { segment, seq: Number(seq), hash };
}
