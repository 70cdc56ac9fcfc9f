import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry, SegmentEnd } from '../../record/audit-entry.ts';
import { Chain, EMPTY_CHAIN, type ChainHash } from '../../record/chain.ts';
import { isoTime } from '../../trail/iso-time.ts';
import { endOfSegment, linksOf, listSegments, segmentFile, segmentName, startOfSegment } from './segment-files.ts';

export interface NewSegment {
  readonly segment: string;
  readonly descriptor: number;
  readonly chain: Chain;
  /** The size of its first record. */
  readonly bytes: number;
}

export interface SegmentOptions {
  readonly folder: string;
  readonly hash: ChainHash;
  readonly isKeyed: boolean;
  /** Whether the file and its name have to be on the disk when this returns. */
  readonly isSynced: boolean;
}

/**
 * Creates the next segment. Its first record continues the newest segment and names the ends of the others that may still
 * grow, so that removing or cutting one of them is noticed. Processes that do this at the same time get different numbers,
 * and no segment is ever without its first record.
 */
export function createSegment({ folder, hash, isKeyed, isSynced }: SegmentOptions): NewSegment {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const newest = listSegments(folder).at(-1);
    const segment = segmentName(newest === undefined ? 1 : Number(newest) + 1);
    const before = newest === undefined ? undefined : endOfSegment(folder, newest);
    const chain = new Chain(hash, { seq: 0, hash: before?.hash ?? EMPTY_CHAIN.hash });
    const first: AuditEntry = {
      kind: 'open',
      time: isoTime(Date.now()),
      keyed: isKeyed,
      segment,
      links: newest === undefined ? [] : openEnds(folder, newest).concat(before ?? []),
      pid: process.pid,
      host: hostname().slice(0, 100),
    };
    const content = chain.seal([first]).join('');
    const file = segmentFile(folder, segment);
    if (!createWhole(folder, file, content)) continue;
    const descriptor = openSync(file, 'a');
    if (isSynced) sync(descriptor, folder);
    return { segment, descriptor, chain, bytes: Buffer.byteLength(content) };
  }
  throw new Error(`no new segment could be created in ${folder}`);
}

/** The current ends of the segments that were still open when the newest one began. */
function openEnds(folder: string, newest: string): SegmentEnd[] {
  const known = linksOf(startOfSegment(folder, newest)).filter(({ closed }) => closed !== true);
  const ends = known.flatMap((before) => {
    const now = endOfSegment(folder, before.segment);
    return now === undefined ? [] : [{ end: now, hasGrown: now.seq !== before.seq }];
  });
  // Left over from killed processes: their ends are in the newest segment already.
  const unchanged = ends.filter(({ hasGrown }) => !hasGrown).slice(-MAX_UNCHANGED);
  const grown = ends.filter(({ hasGrown }) => hasGrown).slice(-MAX_GROWN);
  return [...unchanged, ...grown].map(({ end }) => end);
}

/** Creates a file with its content in one step. Returns false if another process has created it. */
function createWhole(folder: string, file: string, content: string): boolean {
  const temporary = join(folder, `.new-${randomUUID()}`);
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function sync(descriptor: number, folder: string): void {
  fsyncSync(descriptor);
  const held = openSync(folder, 'r');
  try {
    fsyncSync(held);
  } finally {
    closeSync(held);
  }
}

const MAX_ATTEMPTS = 1000;
const MAX_UNCHANGED = 16;
const MAX_GROWN = 200;
