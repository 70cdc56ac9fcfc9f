import { tmpdir } from 'node:os';
import type { ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { DiskBudget } from './output/log/disk-budget.ts';

export interface ProcessesOptions {
  /** The default working directory of calls. Default: the working directory of this process. */
  readonly cwd?: string;
  /** Names of variables that programs inherit from this process. Default: `inheritedNames`, which has no secrets. */
  readonly inheritEnv?: readonly string[];
  /** Sensitive variables, such as NODE_OPTIONS, that calls may set. Default: none. */
  readonly allowEnv?: readonly string[];
  /** The default timeout of `run`. Default 120,000. */
  readonly timeoutMs?: number;
  /** The time from SIGTERM to SIGKILL. Default 400. */
  readonly killGraceMs?: number;
  /** How long descendants may outlive a program of `run` before they are ended. Default 200. */
  readonly exitGraceMs?: number;
  /** The most characters of each output stream in a result. Default 30,000. */
  readonly maxOutputChars?: number;
  /** How many programs of `run` may run at a time; more wait. Default 64. */
  readonly maxConcurrent?: number;
  /** How many calls of `run` may wait; more are refused. Default 10,000. */
  readonly maxWaiting?: number;
  /** How many background programs may run at a time; more are refused. Default 64. */
  readonly maxBackground?: number;
  /** How many of them one principal may run, or one task of a host without principals. Default: three quarters. */
  readonly maxBackgroundPerOwner?: number;
  /** How many servers (`isServer` of `start`) may run in addition. Default 64. */
  readonly maxServers?: number;
  /** The folder for output that is too large for memory. Default: the system's temporary folder. */
  readonly spoolDir?: string;
  /** Bytes of one program's output kept on disk; of longer output only the end is kept. Default 64 MB. */
  readonly spoolLimitBytes?: number;
  /** Bytes kept on disk for all programs together, including ended ones. Default 1 GB. */
  readonly spoolTotalBytes?: number;
  /** The most bytes of output that an artifact contains. Default 4 MB. */
  readonly artifactLimitBytes?: number;
  /** The default artifact store of calls. */
  readonly artifacts?: ArtifactStore;
}

/** The options with all defaults. */
export type ProcessesSettings = Required<Omit<ProcessesOptions, 'artifacts' | 'cwd' | 'inheritEnv'>> &
  Pick<ProcessesOptions, 'artifacts' | 'cwd' | 'inheritEnv'> & { readonly diskBudget: DiskBudget };

export function settingsOf(options: ProcessesOptions): ProcessesSettings {
  const { spoolTotalBytes = 1024 ** 3, maxBackground = 64 } = options;
  return {
    allowEnv: [],
    timeoutMs: 120_000,
    killGraceMs: 400,
    exitGraceMs: 200,
    maxOutputChars: 30_000,
    maxConcurrent: 64,
    maxWaiting: 10_000,
    maxBackgroundPerOwner: Math.ceil(maxBackground * 0.75),
    maxServers: 64,
    spoolDir: options.spoolDir ?? tmpdir(),
    spoolLimitBytes: 64 * 1024 * 1024,
    artifactLimitBytes: 4 * 1024 * 1024,
    ...options,
    maxBackground,
    spoolTotalBytes,
    diskBudget: new DiskBudget(spoolTotalBytes),
  };
}
