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

/** A call may ask for less than the host allows, not for more. */
export function narrowLimits(host: SandboxLimits, asked: Partial<SandboxLimits> = {}): SandboxLimits {
  const narrowed: Record<keyof SandboxLimits, number> = { ...host };
  for (const name of LIMIT_NAMES) {
    const wanted = asked[name];
    if (wanted !== undefined) narrowed[name] = Math.min(host[name], wanted);
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
