import type { Owner, ToolError } from '@ku0/agent-runtime-tools-core';
import type { RunStatus, Survivor } from './run-result.ts';

/** A background program. */
export interface ProcessHandle {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  /** The principal and the task that the program belongs to. */
  readonly owner: Owner;
  readonly taskId?: string;
  readonly status: 'running' | RunStatus;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** When it last printed something, or its start if it has printed nothing. */
  readonly lastOutputAt: number;
  readonly totalBytes: number;
  readonly survivors: readonly Survivor[];
  readonly warnings: readonly string[];
  read(options?: ReadOptions): Promise<OutputPage>;
  write(input: string | Uint8Array): Promise<WriteResult>;
  closeInput(): void;
  /** Ends the program and all its descendants. Resolves when they have ended. */
  stop(signal?: NodeJS.Signals): Promise<readonly Survivor[]>;
  /** Resolves with the status when the program has ended, or with 'running' if the signal fires first. */
  wait(signal?: AbortSignal): Promise<ProcessHandle['status']>;
  /** Whether the program is blocked reading its input; undefined if the system does not tell. */
  isWaitingForInput(): Promise<boolean | undefined>;
}

export interface ReadOptions {
  /** In bytes of the output as UTF-8; a negative offset counts from the end. Default 0. */
  readonly offset?: number;
  /** In bytes. Default 30,000. */
  readonly limit?: number;
  /** Returns only lines that contain this text or pass this test. A RegExp runs without a time limit. */
  readonly search?: string | RegExp | LineTest;
  /** With `search`: also tests an incomplete last line, such as a prompt. Default false. */
  readonly unfinished?: boolean;
  /** Ends a search early; the page then contains the matches so far. */
  readonly signal?: AbortSignal;
}

/** Decides whether a line (without its line break) is returned. */
export interface LineTest {
  test(line: string): boolean;
}

export interface OutputPage {
  readonly text: string;
  /** Where the page starts: later than requested if that part is no longer kept. */
  readonly offset: number;
  /** Where the next page starts. */
  readonly nextOffset: number;
  /** The bytes printed so far. */
  readonly total: number;
  /** How many of the requested bytes are no longer kept. */
  readonly lost: number;
}

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly error: ToolError };

export type StartResult =
  | { readonly ok: true; readonly handle: ProcessHandle }
  | { readonly ok: false; readonly error: ToolError };
