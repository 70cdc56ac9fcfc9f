import { closeSync, fstatSync, openSync, readFileSync, readSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentEnd } from '../../record/audit-entry.ts';
import { headOf, MAX_GROUP_RECORDS, parseRecord, type ParsedRecord } from '../../record/chain.ts';

/** The numbers of the segments in a folder as text of equal length, in order. None if there is no such folder. */
export function listSegments(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => SEGMENT.exec(name)?.[1] ?? []).sort();
}

export function segmentFile(folder: string, segment: string): string {
  return join(folder, `audit-${segment}.jsonl`);
}

/** The file that says how far a segment has got, so that records missing at its end are noticed. */
export function headFile(folder: string, segment: string): string {
  return join(folder, `audit-${segment}.head`);
}

export function segmentName(number: number): string {
  return String(number).padStart(8, '0');
}

/**
 * The last record of a segment that has a hash. What follows it, a killed process has not finished. Undefined if there is
 * no such file, or no such record near its end.
 */
export function endOfSegment(folder: string, segment: string): SegmentEnd | undefined {
  const tail = readTail(segmentFile(folder, segment));
  const lines = tail.slice(0, tail.lastIndexOf('\n')).split('\n');
  for (const line of lines.slice(-MAX_GROUP_RECORDS).reverse()) {
    const head = headOf(line);
    if (head !== undefined)
      return { segment, ...head, ...(line.includes('"kind":"close"') && { closed: true as const }) };
  }
  return undefined;
}

/** The first record of a segment. */
export function startOfSegment(folder: string, segment: string): ParsedRecord | undefined {
  const text = readPart(segmentFile(folder, segment), MAX_LINE_BYTES, () => 0);
  const end = text.indexOf('\n');
  return end === -1 ? undefined : parseRecord(text.slice(0, end));
}

/** The ends of other segments that the first record of a segment names. */
export function linksOf(record: ParsedRecord | undefined): SegmentEnd[] {
  return segmentEnds(record?.content['links']);
}

/** Reads a list of segment ends and leaves out what is not one. */
export function segmentEnds(list: unknown): SegmentEnd[] {
  return Array.isArray(list) ? list.filter(isSegmentEnd) : [];
}

function isSegmentEnd(value: unknown): value is SegmentEnd {
  if (typeof value !== 'object' || value === null) return false;
  const { segment, seq, hash } = { segment: undefined, seq: undefined, hash: undefined, ...value };
  return typeof segment === 'string' && typeof seq === 'number' && typeof hash === 'string';
}

export function readHead(folder: string, segment: string): string | undefined {
  try {
    return readFileSync(headFile(folder, segment), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function readTail(file: string): string {
  return readPart(file, TAIL_BYTES, (size) => Math.max(0, size - TAIL_BYTES));
}

function readPart(file: string, maxBytes: number, offset: (size: number) => number): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return '';
  }
  try {
    const buffer = Buffer.alloc(maxBytes);
    const read = readSync(descriptor, buffer, 0, maxBytes, offset(fstatSync(descriptor).size));
    return buffer.toString('utf8', 0, read);
  } finally {
    closeSync(descriptor);
  }
}

/** Longer than any record, as every text in one is cut. */
export const MAX_LINE_BYTES = 64 * 1024;
/** The last record that has a hash, and as many bytes as a group after it may have. */
const TAIL_BYTES = 4 * MAX_LINE_BYTES;
const SEGMENT = /^audit-(\d{8})\.jsonl$/;
