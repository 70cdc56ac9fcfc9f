import type { Readable } from 'node:stream';
import type { ArtifactOwner, ArtifactStore } from '@ku0/agent-runtime-tools-core';

/** A program's name, a program with its arguments, or, with `shell`, a command line. */
export type Command = string | readonly string[];

/** What `run` and `start` have in common. */
export interface ProgramOptions {
  readonly args?: readonly string[];
  /** True for the system's shell, or the path of one. Without it nothing is expanded or split. */
  readonly shell?: boolean | string;
  readonly cwd?: string;
  /** Added to what is inherited; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names passed on from this process, `LC_*` style endings allowed. Replaces the service's own list. */
  readonly inheritEnv?: readonly string[];
  /** Names of `env` that are accepted although they make programs load other code. */
  readonly allowEnv?: readonly string[];
  /**
   * More descriptors, by their numbers, behind which the program finds nothing. Those that this process was started
   * with are hidden anyway, and those that Node opens are never inherited.
   */
  readonly hideDescriptors?: readonly number[];
  /** The output's encoding, as `TextDecoder` names it. Default 'utf-8'. */
  readonly encoding?: string;
  /** The program is ended after this long. */
  readonly timeoutMs?: number;
  /** From the polite signal to the one that cannot be ignored. */
  readonly killGraceMs?: number;
  readonly signal?: AbortSignal;
  /** The principal and task that the program and its output belong to; it ends with the task. */
  readonly owner?: ArtifactOwner;
  /** The task alone, for hosts that name no principals. */
  readonly taskId?: string;
  /**
   * Called with text as it arrives, never in the middle of a character. While a promise it returned is pending
   * the program is not read from. If it throws, it is not called again.
   */
  readonly onOutput?: (stream: OutputStream, text: string) => void | Promise<void>;
}

export type OutputStream = 'stdout' | 'stderr';

export interface RunOptions extends ProgramOptions {
  /** Without it, the program's standard input is empty. */
  readonly input?: string | Uint8Array | Readable;
  /** Each of `stdout`, `stderr` and `all` keeps this many characters: half from the start, half from the end. */
  readonly maxOutputChars?: number;
  /** Also gives both streams in the order of arrival, as `all`. */
  readonly interleave?: boolean;
  /** Where the full output goes when it was cut. */
  readonly artifacts?: ArtifactStore;
  /**
   * What happens to a program whose time is up: it is ended, which is the default, or it goes on in the background
   * and belongs to its task, unless there are too many of them already.
   */
  readonly onTimeout?: 'end' | 'background';
  /**
   * The program takes all it started with it when it ends, as the first process of a process namespace does. Then
   * only its group is looked at, not the process table.
   */
  readonly leavesNothing?: boolean;
  /** Recorded with the artifact. */
  readonly callId?: string;
  /** What the artifact says that it is the output of. Default: the command, which may be a wrapper that nobody knows. */
  readonly description?: string;
}

export interface StartOptions extends ProgramOptions {
  /** Written first; the input stays open for `write`. */
  readonly input?: string | Uint8Array;
}
