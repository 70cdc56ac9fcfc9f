import type { Readable } from 'node:stream';
import type { ArtifactOwner, ArtifactStore } from '@ku0/agent-runtime-tools-core';

/** The name of a program, a program with its arguments or, with `shell`, a command line. */
export type Command = string | readonly string[];

/** The common options of `run` and `start`. */
export interface ProgramOptions {
  readonly args?: readonly string[];
  /** True for the system's shell, or the path of a shell. Without it, nothing is split or expanded. */
  readonly shell?: boolean | string;
  readonly cwd?: string;
  /** Added to the inherited variables; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Names of inherited variables; `LC_*` matches all names that begin so. Replaces the list of the service. */
  readonly inheritEnv?: readonly string[];
  /** Sensitive variables that are accepted in `env`. */
  readonly allowEnv?: readonly string[];
  /**
   * Numbers of further descriptors that the program must not inherit. Descriptors that this process was started with are
   * always hidden, and descriptors opened by Node are never inherited.
   */
  readonly hideDescriptors?: readonly number[];
  /** The encoding of the output, by its name for `TextDecoder`. Default 'utf-8'. */
  readonly encoding?: string;
  /** The program is ended after this long. */
  readonly timeoutMs?: number;
  /** The time from SIGTERM to SIGKILL. */
  readonly killGraceMs?: number;
  readonly signal?: AbortSignal;
  /** The principal and the task that the program and its output belong to. It ends with the task. */
  readonly owner?: ArtifactOwner;
  /** The task alone, for hosts without principals. */
  readonly taskId?: string;
  /**
   * Receives output as it arrives, in whole characters. While a returned promise is pending, no more output is read. A
   * listener that throws is not called again.
   */
  readonly onOutput?: (stream: OutputStream, text: string) => void | Promise<void>;
}

export type OutputStream = 'stdout' | 'stderr';

export interface RunOptions extends ProgramOptions {
  /** The standard input. Default: empty. */
  readonly input?: string | Uint8Array | Readable;
  /** The most characters of each of `stdout`, `stderr` and `all`: half from the start, half from the end. */
  readonly maxOutputChars?: number;
  /** Also returns both streams in the order of arrival, as `all`. */
  readonly interleave?: boolean;
  /** Where the full output is stored if the result has only a part of it. */
  readonly artifacts?: ArtifactStore;
  /**
   * What happens when the time is up: the program is ended (default) or continues in the background. It is ended as well if
   * there are too many background programs.
   */
  readonly onTimeout?: 'end' | 'background';
  /**
   * The program's descendants end with it, as in a process namespace. After a clean exit only its process group is checked,
   * not the process table.
   */
  readonly endsDescendants?: boolean;
  /** The call that the artifact belongs to. */
  readonly callId?: string;
  /** Names the command in the description of the artifact. Default: the command as it is run, including wrappers. */
  readonly description?: string;
}

export interface StartOptions extends ProgramOptions {
  /** Written at the start. The input then stays open for `write`. */
  readonly input?: string | Uint8Array;
  /** False for output that only `onOutput` needs, such as a protocol: nothing is written to disk. Default true. */
  readonly keepOutput?: boolean;
  /**
   * True for a server that the host keeps running, such as a language server. It takes one of the places for servers
   * (`maxServers`), which the commands of users cannot take, and none of theirs. Default false.
   */
  readonly isServer?: boolean;
}
