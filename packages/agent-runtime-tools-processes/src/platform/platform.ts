import type { ChildProcess } from 'node:child_process';

/** Everything needed to start a program; it has been checked before. */
export interface SpawnPlan {
  readonly file: string;
  readonly args: readonly string[];
  /** True for the system's shell, or the path of a shell. `file` is then a command line. */
  readonly shell: boolean | string;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives the program a pipe as its standard input; otherwise its input is empty. */
  readonly openInput: boolean;
  /** Descriptor numbers of this process that the program must not inherit. */
  readonly hideDescriptors: readonly number[];
}

/** A program that was started, with what identifies its descendants. */
export interface RootProcess {
  readonly pid: number;
  /** A text in the environment of this program and its descendants, and of no other process. */
  readonly mark: string;
  /** From `performance.now()`. */
  readonly startedAt: number;
  /** The system's names of the pipes it prints into (`pipe:[123]`), where the system tells. */
  readonly outputs?: readonly string[];
  /** True once the whole process group was seen to be gone. From then on its number may belong to another group. */
  readonly groupGone: boolean;
}

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
  /** True if it is still in the process group of the root process. */
  readonly inGroup: boolean;
}

/** Everything that differs between operating systems. */
export interface Platform {
  /** Whether programs are started as leaders of their own process group. */
  readonly hasGroups: boolean;
  /** Environment variables that programs inherit by default. */
  readonly inheritedNames: readonly string[];
  /** Whether names of environment variables are compared without case. */
  readonly ignoresCase: boolean;
  /** Starts a program. Rejects with the system's error, which has a `code`. */
  spawn(plan: SpawnPlan): Promise<ChildProcess>;
  /** Sends a signal to the program and its group. False if no process could be signalled. */
  signalTree(pid: number, signal: NodeJS.Signals): boolean;
  groupExists(pid: number): boolean;
  /**
   * A quick check right after a program has exited by itself: false if it certainly left no process with its mark.
   * `isOwnProgram` recognises programs that this service started recently; they are not examined.
   */
  mayHaveDescendants(root: RootProcess, isOwnProgram: (pid: number) => boolean): boolean;
  /** Descendants that are still running, including those that left the group. Never rejects. */
  descendants(root: RootProcess): Promise<readonly FoundProcess[]>;
  /** The pipes that a program which was just started prints into. */
  outputPipesOf(pid: number): readonly string[];
  /** Processes that still have the program's output open. */
  outputHolders(root: RootProcess): readonly FoundProcess[];
  /** Process ids whose environment contains one of the marks. Synchronous, because it runs while this process exits. */
  pidsWithMarks(marks: readonly string[]): readonly number[];
  /** Whether the program is blocked reading its input; undefined if the system does not tell. */
  isReadingInput(root: RootProcess): Promise<boolean | undefined>;
  /** How many more descriptors this process may open. */
  freeDescriptors(): number;
}
