import type { ChildProcess } from 'node:child_process';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import { processErrors } from '../errors.ts';
import { platform } from '../platform/current-platform.ts';
import type { SpawnPlan } from '../platform/platform.ts';
import { diagnoseFailure } from './diagnose-failure.ts';

export type SpawnResult =
  | { readonly ok: true; readonly child: ChildProcess; readonly pid: number }
  | { readonly ok: false; readonly error: ToolError };

/** Starts a program and turns a failed start into one of this package's errors. Never rejects. */
export async function spawnProgram(plan: SpawnPlan): Promise<SpawnResult> {
  try {
    const child = await platform.spawn(plan);
    return { ok: true, child, pid: child.pid ?? 0 };
  } catch (error) {
    return { ok: false, error: await startError(plan, error) };
  }
}

async function startError({ shell, file, cwd, env }: SpawnPlan, error: unknown): Promise<ToolError> {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = errorMessage(error);
  // Codes that begin with ERR_ are Node's own: it refused the arguments and asked the system for nothing.
  if (code === undefined || code.startsWith('ERR_')) return processErrors.INVALID_COMMAND({ message });
  // With a shell, the file that could not be started is the shell.
  const started = typeof shell === 'string' ? shell : file;
  return diagnoseFailure({ file: started, cwd, path: env['PATH'], code, message });
}
