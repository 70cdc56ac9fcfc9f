/** The program that was started, and what tells its descendants from everybody else's. */
export interface Root {
  readonly pid: number;
  /** A text that no other program's environment holds. */
  readonly mark: string;
  /** From `performance.now()`. */
  readonly startedAt: number;
  /** What its output goes into, by the system's name for it, where that can be told. */
  readonly outputs?: readonly string[];
  /** Once the whole group was seen to be gone, its number may belong to somebody else. */
  readonly groupGone: boolean;
}

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
  /** In the group of the program that was started. */
  readonly inGroup: boolean;
}

/** All that differs between operating systems. */
export interface Platform {
  /** Programs are started as leaders of a group of their own. */
  readonly hasGroups: boolean;
  readonly inheritedNames: readonly string[];
  /** Names of environment variables are the same in either case. */
  readonly ignoresCase: boolean;
  /** Sends a signal to the program and its group. False when there was nobody to send it to. */
  signalTree(pid: number, signal: NodeJS.Signals): boolean;
  groupExists(pid: number): boolean;
  /**
   * A quick look right after a program has ended by itself: false when it has certainly left no process with its
   * mark. `isLeader` knows the programs that were started here of late, which need no look.
   */
  mayHaveLeft(root: Root, isLeader: (pid: number) => boolean): boolean;
  /** Descendants that are still running, wherever they have gone. Never rejects. */
  descendants(root: Root): Promise<readonly FoundProcess[]>;
  /** What the output of a program goes into that was started just now. */
  outputsOf(pid: number): readonly string[];
  /** Whoever still has a program's output open, however it got away. */
  holders(root: Root): readonly FoundProcess[];
  /** Those that hold one of these marks, found without waiting, for when this process ends. */
  marked(marks: readonly string[]): readonly number[];
  /** Undefined when it cannot be told. */
  isReadingInput(root: Root): Promise<boolean | undefined>;
  /** How many more files this process may open, as far as the system tells. */
  freeDescriptors(): number;
  /** Above every number that a newly opened file can get. */
  descriptorLimit(): number;
}
