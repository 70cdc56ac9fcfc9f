/** What the doctor found out about a program. */
export interface Finding {
  readonly name: string;
  readonly state: 'works' | 'missing' | 'broken';
  /** What works with it. */
  readonly enables: string;
  /** As the program prints it. */
  readonly version?: string;
  readonly path?: string;
  /** Why it does not work. */
  readonly problem?: string;
  /** How to get it or to repair it on this system. */
  readonly install?: string;
}
