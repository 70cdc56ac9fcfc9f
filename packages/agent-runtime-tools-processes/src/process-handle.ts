import type { Owner, ToolError } from '@ku0/agent-runtime-tools-core';
import type { RunStatus, Survivor } from './run-result.ts';

/** A program in the background. */
export interface ProcessHandle {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  /** The principal and task that it belongs to. */
  readonly owner: Owner;
  readonly taskId?: string;
  readonly status: 'running' | RunStatus;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** When it last printed something; the start, if it never did. */
  readonly lastOutputAt: number;
  readonly totalBytes: number;
  readonly survivors: readonly Survivor[];
  readonly warnings: readonly string[];
  read(options?: ReadOptions): Promise<OutputPage>;
  write(input: string | Uint8Array): Promise<WriteResult>;
  closeInput(): void;
  /** Ends the program, its group and what left the group. Resolves when that is done. */
  stop(signal?: NodeJS.Signals): Promise<readonly Survivor[]>;
  /** Resolves with the status when the program has ended, or with 'running' when the signal fires first. */
  wait(signal?: AbortSignal): Promise<ProcessHandle['status']>;
  /** Whether it is blocked reading its input; undefined where the system does not tell. */
  isWaitingForInput(): Promise<boolean | undefined>;
}

export interface ReadOptions {
  /** In bytes of the output as UTF-8; negative counts from the end. Default 0. */
  readonly offset?: number;
  /** In bytes. Default 30,000. */
  readonly limit?: number;
  /** Only lines that hold this text or pass this test. An expression is the caller's to trust. */
  readonly search?: string | RegExp | LineTest;
  /** With `search`: a last line that is not finished yet, such as a prompt, counts if it fits as it is. Default false. */
  readonly unfinished?: boolean;
  /** Ends a search early: the page then holds what was found so far. */
  readonly signal?: AbortSignal;
}

/** Says whether a line, without its break, is wanted. */
export interface LineTest {
  test(line: string): boolean;
}

export interface OutputPage {
  readonly text: string;
  /** Where the page starts: later than asked for when that part is no longer kept. */
  readonly offset: number;
  /** Where the next page starts. */
  readonly nextOffset: number;
  /** All that was printed so far. */
  readonly total: number;
  /** Bytes between the asked and the given start, or within the page, that are no longer kept. */
  readonly lost: number;
}

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly error: ToolError };

export type StartResult =
  | { readonly ok: true; readonly handle: ProcessHandle }
  | { readonly ok: false; readonly error: ToolError };
