import type { ChildProcess } from 'node:child_process';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { execa as execaType } from 'execa';
import { processErrors } from '../errors.ts';
import { platform } from '../platform/current-platform.ts';
import { diagnoseFailure } from './diagnose-failure.ts';

export interface SpawnPlan {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean | string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly openInput: boolean;
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
  const { file, args, cwd, env } = plan;
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
    const failure = await subprocess;
    // With a shell, it is the shell that could not be started.
    const started = typeof plan.shell === 'string' ? plan.shell : file;
    return { ok: false, error: await diagnoseFailure({ file: started, cwd, path: env['PATH'], ...faultOf(failure) }) };
  } catch (error) {
    return { ok: false, error: processErrors.INVALID_COMMAND({ message: messageOf(error) }) };
  }
}

function faultOf(failure: { readonly code?: unknown; readonly cause?: unknown; readonly originalMessage?: unknown }): {
  code: string | undefined;
  message: string;
} {
  const code = typeof failure.code === 'string' ? failure.code : undefined;
  return {
    code,
    message: typeof failure.originalMessage === 'string' ? failure.originalMessage : messageOf(failure.cause),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
