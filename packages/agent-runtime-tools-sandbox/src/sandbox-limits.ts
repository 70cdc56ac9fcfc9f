/** The limits of a run. Unless noted otherwise, they apply to all its processes together. */
export interface SandboxLimits {
  /** Default 60. */
  readonly timeoutSeconds: number;
  /** CPU time on all processors together. Default 60. */
  readonly cpuSeconds: number;
  /** Default 1,024. */
  readonly memoryMb: number;
  /** Processes and threads that exist at the same time. Default 256. */
  readonly processes: number;
  /** Per process. Default 1,024. */
  readonly openFiles: number;
  /** The size of one file. Default 512. */
  readonly fileSizeMb: number;
  /** How much free space on the workspace's disk a run may use up. Default 1,024. */
  readonly diskMb: number;
  /** The size of `/tmp`, which is held in memory and empty at the start of each run. Default 256. */
  readonly temporaryMb: number;
  /** The size of the output. Default 8. */
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

/** The most that a call may request if the host has set no limits. */
export const MAX_LIMITS: SandboxLimits = Object.freeze({ ...DEFAULT_LIMITS, timeoutSeconds: 600, cpuSeconds: 600 });

/** The limits of shell commands, which build and test whole projects and may run for long. */
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

/** The limit that ended a run, or that one of its processes ran into. */
export type LimitHit = 'time' | 'cpu' | 'memory' | 'processes' | 'openFiles' | 'fileSize' | 'disk' | 'output';

/** The limits of a call that requests none, and the most that a call may request. */
export interface AllowedLimits {
  readonly defaults: SandboxLimits;
  readonly max: SandboxLimits;
}

/** The limits of a call: the requested ones, reduced to what the host allows. */
export function clampLimits({ defaults, max }: AllowedLimits, requested: Partial<SandboxLimits> = {}): SandboxLimits {
  const limits: Record<keyof SandboxLimits, number> = { ...defaults };
  for (const name of LIMIT_NAMES) {
    const value = requested[name];
    // NaN is ignored: as a limit, nothing would exceed it.
    if (value !== undefined && !Number.isNaN(value)) limits[name] = Math.min(max[name], value);
  }
  return limits;
}

/** Throws a TypeError for a limit that is not a number above 0. */
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
