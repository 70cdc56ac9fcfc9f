import { relative } from 'node:path';
import { coreErrors } from '@ku0/agent-runtime-tools-core';
import type { ToolError } from '@ku0/agent-runtime-tools-core';
import type { Processes, RunResult } from '@ku0/agent-runtime-tools-processes';
import { sandboxErrors } from './errors.ts';
import { missingProgram, missingProgramError } from './explain/missing-program.ts';
import { explainEnding } from './explain/explain-ending.ts';
import { plantedNote } from './explain/planted-note.ts';
import type { LimitHit } from './sandbox-limits.ts';
import type { SandboxRequest, SandboxResult } from './sandbox.ts';
import type { ReadyRun } from './sandbox-service.ts';
import type { GuardReport } from './workspace-view/guarded-workspace.ts';
import type { ViewRoot } from './workspace-view/workspace-view.ts';

export interface ExecuteOptions {
  readonly request: SandboxRequest;
  /** Any of them cancels the run. */
  readonly signals: readonly AbortSignal[];
  readonly processes: Processes;
}

/** Runs a prepared program and explains how it ended. Never rejects. */
export async function executeRun(
  ready: ReadyRun,
  { request, signals, processes }: ExecuteOptions,
): Promise<SandboxResult> {
  const { prepared, guarded, limits } = ready;
  const meter = new OutputMeter(limits.outputMb, request.onOutput);
  const ran = await processes.run(prepared.file, {
    args: prepared.args,
    env: prepared.env,
    hideDescriptors: prepared.hideDescriptors,
    inheritEnv: [],
    cwd: '/',
    timeoutMs: limits.timeoutSeconds * 1000,
    // Signals do not reach the processes inside, and all of them end with the first one, so no grace period is needed.
    killGraceMs: 0,
    endsDescendants: true,
    description: request.argv.join(' '),
    signal: AbortSignal.any([...signals, meter.full]),
    onOutput: (stream, text) => meter.take(stream, text),
    ...(request.input !== undefined && { input: request.input }),
    ...(request.maxOutputChars !== undefined && { maxOutputChars: request.maxOutputChars }),
    ...(request.artifacts !== undefined && { artifacts: request.artifacts }),
    ...(request.owner !== undefined && { owner: request.owner }),
    ...(request.taskId !== undefined && { taskId: request.taskId }),
    ...(request.callId !== undefined && { callId: request.callId }),
  });
  const { exitCode } = await prepared.settle();
  const report = await finish(guarded.finish());
  const stoppedFor = prepared.limitHit ?? limitOf(ran, meter.full.aborted && !signals.some(({ aborted }) => aborted));
  const { refused, ...ended } = outcome(ran, { exitCode, stoppedFor, ready, env: request.env ?? {} });
  return { ...ended, refused: [...refused, ...report.planted.map(plantedNote)], ...rest(ran, report, ready) };
}

/** The result of a program that was not started. */
export function notStarted(error: ToolError): SandboxResult {
  const status = error.code === coreErrors.CANCELLED.code ? 'cancelled' : 'not-started';
  return { status, stdout: '', stderr: '', truncated: false, durationMs: 0, refused: [], error };
}

/** Counts the output and cancels the run when it exceeds the limit. */
class OutputMeter {
  readonly #controller = new AbortController();
  readonly #listener: SandboxRequest['onOutput'];
  #left: number;

  constructor(megabytes: number, listener: SandboxRequest['onOutput']) {
    this.#left = megabytes * 1024 * 1024;
    this.#listener = listener;
  }

  get full(): AbortSignal {
    return this.#controller.signal;
  }

  take(stream: 'stdout' | 'stderr', text: string): void {
    if (this.#left < 0) return;
    this.#left -= Buffer.byteLength(text);
    this.#listener?.(stream, text);
    if (this.#left < 0) this.#controller.abort();
  }
}

function limitOf(ran: RunResult, printedTooMuch: boolean): LimitHit | undefined {
  // A program that timed out in the queue did not hit its own limit; its error says so.
  if (ran.status === 'timed-out') return ran.notStarted === true ? undefined : 'time';
  return ran.status === 'cancelled' && printedTooMuch ? 'output' : undefined;
}

interface RunFacts {
  readonly exitCode: number | undefined;
  readonly stoppedFor: LimitHit | undefined;
  readonly ready: ReadyRun;
  readonly env: Readonly<Record<string, string>>;
}

type Outcome = Pick<SandboxResult, 'status' | 'exitCode' | 'limitHit' | 'refused' | 'error'>;

function outcome(ran: RunResult, { exitCode, stoppedFor, ready, env }: RunFacts): Outcome {
  const { stdout, stderr } = ran;
  if (stoppedFor !== undefined) {
    const { refused } = explainEnding({ exitCode: KILLED, stdout, stderr }, ready.profile, stoppedFor);
    return { status: 'stopped', exitCode: KILLED, limitHit: stoppedFor, refused };
  }
  if (ran.status === 'cancelled') return { status: 'cancelled', refused: [], error: coreErrors.CANCELLED() };
  if (exitCode === undefined)
    return { status: 'not-started', refused: [], error: ran.error ?? setupError(stderr, env) };
  const { limitHit, refused } = explainEnding({ exitCode, stdout, stderr }, ready.profile);
  return { status: 'exited', exitCode, refused, ...(limitHit !== undefined && { limitHit }) };
}

const KILLED = 128 + 9;

function setupError(stderr: string, env: Readonly<Record<string, string>>): ToolError {
  const missing = missingProgram(stderr);
  if (missing !== undefined) return missingProgramError(missing, env);
  const reason = stderr.trim().slice(-300);
  return sandboxErrors.SANDBOX_FAILED({ message: `The sandbox could not be set up, so nothing was run: ${reason}` });
}

/** If the workspace can no longer be scanned, the result has a warning instead of the list of changes. */
async function finish(reporting: Promise<GuardReport>): Promise<GuardReport> {
  try {
    return await reporting;
  } catch (error) {
    return {
      changed: undefined,
      changedComplete: false,
      planted: [],
      warnings: [`${CHANGES_UNKNOWN}: ${String(error)}`],
    };
  }
}

const CHANGES_UNKNOWN = 'The changes in the workspace could not be determined';
const CHANGES_INCOMPLETE = 'The workspace has too many files for filesChanged to be complete.';

function rest(
  ran: RunResult,
  { changed, changedComplete, warnings }: GuardReport,
  { roots, limits }: ReadyRun,
): Omit<SandboxResult, keyof Outcome> {
  const all = [...(ran.warnings ?? []), ...warnings, ...(changedComplete ? [] : [CHANGES_INCOMPLETE])];
  const { stdout, stderr, truncated, durationMs, artifact } = ran;
  return {
    stdout,
    stderr,
    truncated,
    durationMs,
    limits,
    ...(changed && { filesChanged: changed.map((path) => displayPath(path, roots)) }),
    ...(artifact && { artifact }),
    ...(all.length > 0 && { warnings: all }),
  };
}

function displayPath(path: string, [first]: readonly ViewRoot[]): string {
  return first !== undefined && path.startsWith(`${first.path}/`) ? relative(first.path, path) : path;
}
