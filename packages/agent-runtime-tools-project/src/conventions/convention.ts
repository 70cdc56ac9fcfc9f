/** A convention of a project, as a file states it or as its sources follow it. */
export interface Convention {
  /** Such as `indentation` or `file names`. */
  readonly topic: string;
  /** The language that it holds for; all languages if absent. */
  readonly language?: string;
  readonly value: string;
  /** The path of the configuration file, or `measured`. */
  readonly source: string;
  /** The part of the samples that follow it, from 0 to 1, if it was measured. */
  readonly share?: number;
  /** How many places were counted, if it was measured. */
  readonly samples?: number;
}
