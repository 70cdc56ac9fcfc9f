import { tmpdir } from 'node:os';
import type { ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { SpoolRoom } from './output/spool-room.ts';

export interface ProcessesOptions {
  /** The working directory of calls that name none. Default: this process's own. */
  readonly cwd?: string;
  /** Names passed on from this process. Default: what programs need and no secrets. */
  readonly inheritEnv?: readonly string[];
  /** Names such as NODE_OPTIONS that calls may set. Default none. */
  readonly allowEnv?: readonly string[];
  /** Of `run`, where a call gives none. Default 120,000. */
  readonly timeoutMs?: number;
  /** Default 400. */
  readonly killGraceMs?: number;
  /** How long what a program left behind may go on before it is ended. Default 200. */
  readonly exitGraceMs?: number;
  /** Default 30,000. */
  readonly maxOutputChars?: number;
  /** Programs of `run` at a time; more wait. Default 64. */
  readonly maxConcurrent?: number;
  /** Calls of `run` that may wait; more are refused. Default 10,000. */
  readonly maxWaiting?: number;
  /** Background programs at a time, with those that ended and left something running; more are refused. Default 64. */
  readonly maxBackground?: number;
  /** Of them, those of one principal, or of one task where none is named. Default three quarters. */
  readonly maxBackgroundPerOwner?: number;
  /** Where output goes that is larger than memory should hold. Default: the system's temporary folder. */
  readonly spoolDir?: string;
  /** Bytes of one program's output kept on disk; beyond it only the end is kept. Default 64 MB. */
  readonly spoolLimitBytes?: number;
  /** Bytes of all programs' output kept on disk together, those that ended and are remembered included. Default 1 GB. */
  readonly spoolTotalBytes?: number;
  /** Bytes of output handed to the artifact store, start and end. Default 4 MB. */
  readonly artifactLimitBytes?: number;
  /** The store of calls that name none. */
  readonly artifacts?: ArtifactStore;
}

/** The options with every default filled in. */
export type ProcessesSettings = Required<Omit<ProcessesOptions, 'artifacts' | 'cwd' | 'inheritEnv'>> &
  Pick<ProcessesOptions, 'artifacts' | 'cwd' | 'inheritEnv'> & { readonly spoolRoom: SpoolRoom };

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
    spoolDir: options.spoolDir ?? tmpdir(),
    spoolLimitBytes: 64 * 1024 * 1024,
    artifactLimitBytes: 4 * 1024 * 1024,
    ...options,
    maxBackground,
    spoolTotalBytes,
    spoolRoom: new SpoolRoom(spoolTotalBytes),
  };
}
