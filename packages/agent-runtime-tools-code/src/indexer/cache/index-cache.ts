import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { FileRecord } from '../file-record.ts';
import { readHead, type RecordHead } from './cache-record.ts';

/**
 * The index on disk, in the state folder of the workspace. A file of lines: each has a checksum, the head and the content of
 * one record, and the last line of a file counts. Contents are not parsed before they are asked for. Changed files are appended. A line that is damaged or has another shape is
 * skipped, so the worst that a bad cache can do is to have files parsed again.
 */
export class IndexCache {
  readonly #workspace: Workspace;
  #lines = 0;
  #bytes = 0;
  /** The cache cannot be used, for example because the disk is full: the index works without it. */
  #isBroken = false;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async load(): Promise<Map<string, FileRecord>> {
    const records = new Map<string, FileRecord>();
    try {
      const bytes = await readBounded(await this.#file());
      const headerEnd = bytes?.indexOf(LINE_BREAK) ?? -1;
      if (bytes === undefined || bytes.toString('latin1', 0, Math.max(0, headerEnd)) !== HEADER) return records;
      this.#bytes = bytes.length;
      for (let start = headerEnd + 1; start < bytes.length;) {
        const found = bytes.indexOf(LINE_BREAK, start);
        const end = found === -1 ? bytes.length : found;
        const record = readLine(bytes.subarray(start, end));
        start = end + 1;
        this.#lines++;
        if (record === undefined) continue;
        // A record that is written again moves to the end, as in the file.
        records.delete(record.path);
        records.set(record.path, record);
      }
    } catch {
      this.#isBroken = true;
    }
    return records;
  }

  /** Adds the records of changed files. Writes the file anew from `all` when much of it is out of date. */
  async save(changed: readonly FileRecord[], all: () => Iterable<FileRecord>, count: number): Promise<void> {
    if (this.#isBroken || changed.length === 0) return;
    try {
      const isStale = this.#lines === 0 || this.#lines + changed.length > count * 2 + MIN_LINES;
      if (isStale || this.#bytes > MAX_BYTES) await this.#rewrite(all());
      else await this.#append(changed);
    } catch {
      this.#isBroken = true;
    }
  }

  async #append(changed: readonly FileRecord[]): Promise<void> {
    const text = changed.map(toLine).join('');
    // A line that another process was writing is closed by the first line break.
    const handle = await open(await this.#file(), WRITE_FLAGS | constants.O_APPEND, 0o600);
    await writeAndClose(handle, `\n${text}`);
    this.#lines += changed.length;
    this.#bytes += text.length;
  }

  async #rewrite(records: Iterable<FileRecord>): Promise<void> {
    const file = await this.#file();
    const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    try {
      const handle = await open(draft, WRITE_FLAGS | constants.O_CREAT | constants.O_EXCL, 0o600);
      try {
        const { lines, bytes } = await writeRecords(handle, records);
        this.#lines = lines;
        this.#bytes = bytes;
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  async #file(): Promise<string> {
    return join(await this.#workspace.cacheFolder(), 'code-index');
  }
}

/** Raise the number whenever a parser or a record changes. */
const HEADER = 'code-index 2';
const MAX_BYTES = 128 * 1024 * 1024;
const MIN_LINES = 1_000;
const LINES_PER_WRITE = 200;
const WRITE_FLAGS = constants.O_WRONLY | constants.O_NOFOLLOW;

/** Neither occurs in JSON, where both are escaped. */
const [LINE_BREAK, TAB] = [0x0a, 0x09];
const SPACE = 0x20;

function toLine(record: FileRecord): string {
  const { path, language, size, modifiedMs, digest, isSettled, definedNames } = record;
  const head: RecordHead = { path, language, size, modifiedMs, digest, isSettled, definedNames };
  const text = `${JSON.stringify(head)}\t${record.json}`;
  return `${crc32(text).toString(16)} ${text}\n`;
}

function readLine(line: Buffer): FileRecord | undefined {
  const space = line.indexOf(SPACE);
  const tab = line.indexOf(TAB);
  if (space === -1 || tab === -1) return undefined;
  if (crc32(line.subarray(space + 1)).toString(16) !== line.toString('latin1', 0, space)) return undefined;
  try {
    const head = readHead(JSON.parse(line.toString('utf8', space + 1, tab)));
    return head && new FileRecord(head, line.subarray(tab + 1));
  } catch {
    return undefined;
  }
}

/** Undefined if there is no cache. Throws if it is too large or not a regular file. */
async function readBounded(file: string): Promise<Buffer | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Error('The cache is not a regular file.');
    // One that grew too large is written anew.
    return stat.size > MAX_BYTES * 2 ? undefined : await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Writes some lines at a time, so that a large index is never in memory as text and other calls get their turn. */
async function writeRecords(
  handle: FileHandle,
  records: Iterable<FileRecord>,
): Promise<{ readonly lines: number; readonly bytes: number }> {
  let [text, lines, bytes] = [`${HEADER}\n`, 0, 0];
  for (const record of records) {
    if (bytes > MAX_BYTES) break;
    const line = toLine(record);
    text += line;
    bytes += line.length;
    lines++;
    if (lines % LINES_PER_WRITE > 0) continue;
    await handle.writeFile(text);
    text = '';
  }
  await handle.writeFile(text);
  return { lines, bytes };
}

async function writeAndClose(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}
