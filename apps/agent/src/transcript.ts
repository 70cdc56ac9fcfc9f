import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TodoItem } from '@ku0/agent-runtime-tools-task';
import type { Message } from './conversation.ts';

/** One line of a transcript. */
export type TranscriptRecord =
  | {
      readonly type: 'start';
      readonly version: 1;
      readonly taskId: string;
      readonly folder: string;
      readonly model: string;
    }
  | { readonly type: 'message'; readonly message: Message }
  | { readonly type: 'mode'; readonly mode: 'plan' | 'act' }
  | { readonly type: 'todos'; readonly todos: readonly TodoItem[] }
  | { readonly type: 'usage'; readonly turns: number; readonly tokens: number };

/** What a transcript tells about its task. */
export interface TranscriptState {
  readonly taskId: string;
  readonly folder: string;
  readonly messages: readonly Message[];
  readonly mode: 'plan' | 'act' | undefined;
  readonly todos: readonly TodoItem[];
  readonly usage: { readonly turns: number; readonly tokens: number };
}

/** An append-only file with one JSON record per line. A record is on the disk when `append` returns. */
export class Transcript {
  readonly path: string;
  readonly #file: number;

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
  }

  /** Throws if the file exists. */
  static create(
    path: string,
    start: Omit<Extract<TranscriptRecord, { type: 'start' }>, 'type' | 'version'>,
  ): Transcript {
    mkdirSync(dirname(path), { recursive: true });
    const transcript = new Transcript(path, openSync(path, 'ax', 0o600));
    transcript.append({ type: 'start', version: 1, ...start });
    return transcript;
  }

  /** Goes on with a transcript. The last line may be incomplete if the process was killed while it wrote. */
  static resume(path: string): { readonly transcript: Transcript; readonly state: TranscriptState } {
    const text = readFileSync(path, 'utf8');
    const state = readState(text);
    const transcript = new Transcript(path, openSync(path, 'a', 0o600));
    if (!text.endsWith('\n')) writeSync(transcript.#file, '\n');
    return { transcript, state };
  }

  append(record: TranscriptRecord): void {
    writeSync(this.#file, `${JSON.stringify(record)}\n`);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Throws if the text is not a transcript. Lines that were cut off by the end of a process are skipped. */
export function readState(text: string): TranscriptState {
  const records = text.split('\n').flatMap((line) => recordOf(line) ?? []);
  const [start] = records;
  if (start?.type !== 'start') throw new Error('This is not a transcript of the agent.');
  const usage = records.findLast((record) => record.type === 'usage');
  return {
    taskId: start.taskId,
    folder: start.folder,
    messages: records.flatMap((record) => (record.type === 'message' ? [record.message] : [])),
    mode: records.findLast((record) => record.type === 'mode')?.mode,
    todos: records.findLast((record) => record.type === 'todos')?.todos ?? [],
    usage: { turns: usage?.turns ?? 0, tokens: usage?.tokens ?? 0 },
  };
}

function recordOf(line: string): TranscriptRecord | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The agent wrote the file itself, so the kind of a record is checked, not each of its members. */
function isRecord(value: unknown): value is TranscriptRecord {
  return typeof value === 'object' && value !== null && 'type' in value && TYPES.has(value.type);
}

const TYPES: ReadonlySet<unknown> = new Set(['start', 'message', 'mode', 'todos', 'usage']);
