/** What one process took for one piece of work. */
export interface Measurement {
  readonly wallMs: number;
  /** Of this process; parser processes come on top. */
  readonly cpuMs: number;
  readonly maxMegabytes: number;
}
