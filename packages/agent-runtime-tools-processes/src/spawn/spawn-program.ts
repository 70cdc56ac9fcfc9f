import type { ChildProcess } from 'node:child_process';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { execa as execaType } from 'execa';
import { processErrors } from '../errors.ts';
import { platform } from '../platform/current-platform.ts';
import { diagnoseFailure } from './diagnose-failure.ts';
import { spawnHiding } from './spawn-hiding.ts';

export interface SpawnPlan {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean | string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly openInput: boolean;
  readonly hideDescriptors?: readonly number[];
}

export type Spawned =
  | { readonly ok: true; readonly child: ChildProcess; readonly pid: number }
  | { readonly ok: false; readonly error: ToolError };

/** Loads execa; done once, and only when a program is really started. */
export function loadExeca(): Promise<Execa> {
  loaded ??= import('execa').then(({ execa }) => execa);
  return loaded;
}

export type Execa = typeof execaType;
let loaded: Promise<Execa> | undefined;

/** Never rejects. */
export async function spawnProgram(execa: Execa, plan: SpawnPlan): Promise<Spawned> {
  const { file, args, cwd, env, hideDescriptors } = plan;
  if (hideDescriptors !== undefined) return spawnedHiding(plan, hideDescriptors);
  try {
    const subprocess = execa(file, args, {
      shell: plan.shell,
      cwd,
      env,
      extendEnv: false,
      detached: platform.hasGroups,
      cleanup: false,
      stdin: plan.openInput ? 'pipe' : 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      buffer: false,
      reject: false,
      stripFinalNewline: false,
      windowsHide: true,
    });
    if (subprocess.pid !== undefined) {
      subprocess.catch(() => undefined);
      return { ok: true, child: subprocess.nodeChildProcess, pid: subprocess.pid };
    }
    return { ok: false, error: await diagnosed(plan, faultOf(await subprocess)) };
  } catch (error) {
    return { ok: false, error: processErrors.INVALID_COMMAND({ message: messageOf(error) }) };
  }
}

async function spawnedHiding(plan: SpawnPlan, descriptors: readonly number[]): Promise<Spawned> {
  try {
    return { ok: true, ...(await spawnHiding(plan, descriptors)) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
    if (code === undefined || code.startsWith('ERR_')) {
      return { ok: false, error: processErrors.INVALID_COMMAND({ message: messageOf(error) }) };
    }
    return { ok: false, error: await diagnosed(plan, { code, message: messageOf(error) }) };
  }
}

function diagnosed({ shell, file, cwd, env }: SpawnPlan, fault: Fault): Promise<ToolError> {
  // With a shell, it is the shell that could not be started.
  const started = typeof shell === 'string' ? shell : file;
  return diagnoseFailure({ file: started, cwd, path: env['PATH'], ...fault });
}

interface Fault {
  readonly code: string | undefined;
  readonly message: string;
}

function faultOf(failure: {
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly originalMessage?: unknown;
}): Fault {
  const code = typeof failure.code === 'string' ? failure.code : undefined;
  return {
    code,
    message: typeof failure.originalMessage === 'string' ? failure.originalMessage : messageOf(failure.cause),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
