/** What a run may use. Every limit holds for the whole run, whatever it starts, unless it says otherwise. */
export interface SandboxLimits {
  /** Default 60. */
  readonly timeoutSeconds: number;
  /** Of all processors together. Default 60. */
  readonly cpuSeconds: number;
  /** Default 1,024. */
  readonly memoryMb: number;
  /** Processes and threads at a time. Default 256. */
  readonly processes: number;
  /** Per process. Default 1,024. */
  readonly openFiles: number;
  /** Of one file. Default 512. */
  readonly fileSizeMb: number;
  /** By how much the workspace's disk may fill up during a run. Default 1,024. */
  readonly diskMb: number;
  /** Of `/tmp`, which is memory and new for each run. Default 256. */
  readonly temporaryMb: number;
  /** Of what is printed. Default 8. */
  readonly outputMb: number;
}

export const DEFAULT_LIMITS: SandboxLimits = Object.freeze({
  timeoutSeconds: 60,
  cpuSeconds: 60,
  memoryMb: 1024,
  processes: 256,
  openFiles: 1024,
  fileSizeMb: 512,
  diskMb: 1024,
  temporaryMb: 256,
  outputMb: 8,
});

/** What a call may ask for where the host has set nothing: it waits for as long as somebody wants it to. */
export const MOST_LIMITS: SandboxLimits = Object.freeze({ ...DEFAULT_LIMITS, timeoutSeconds: 600, cpuSeconds: 600 });

/** For commands of a shell, which build and test whole projects and may stay for long. */
export const COMMAND_LIMITS: SandboxLimits = Object.freeze({
  ...DEFAULT_LIMITS,
  cpuSeconds: 3600,
  memoryMb: 4096,
  processes: 1024,
  openFiles: 4096,
  fileSizeMb: 4096,
  diskMb: 8192,
  temporaryMb: 1024,
});

/** The limit that ended a run, or that something in it ran into. */
export type LimitHit = 'time' | 'cpu' | 'memory' | 'processes' | 'openFiles' | 'fileSize' | 'disk' | 'output';

/** What holds where a call asks for nothing, and the most that it may ask for. */
export interface AllowedLimits {
  readonly usual: SandboxLimits;
  readonly most: SandboxLimits;
}

/** A call may not ask for more than the host allows. */
export function narrowLimits({ usual, most }: AllowedLimits, asked: Partial<SandboxLimits> = {}): SandboxLimits {
  const narrowed: Record<keyof SandboxLimits, number> = { ...usual };
  for (const name of LIMIT_NAMES) {
    const wanted = asked[name];
    // What is no number would be a limit that nothing exceeds.
    if (wanted !== undefined && !Number.isNaN(wanted)) narrowed[name] = Math.min(most[name], wanted);
  }
  return narrowed;
}

/** Throws for what no limit can be. */
export function checkLimits(limits: Partial<SandboxLimits>): void {
  for (const name of LIMIT_NAMES) {
    const value = limits[name];
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw new TypeError(`The sandbox limit ${name} must be a number above 0, not ${String(value)}.`);
    }
  }
}

const LIMIT_NAMES: readonly (keyof SandboxLimits)[] = [
  'timeoutSeconds',
  'cpuSeconds',
  'memoryMb',
  'processes',
  'openFiles',
  'fileSizeMb',
  'diskMb',
  'temporaryMb',
  'outputMb',
];
