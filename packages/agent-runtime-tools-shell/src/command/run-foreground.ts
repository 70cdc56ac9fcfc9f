import { artifactOwnerOf, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ArtifactRef, ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { cleanText, LiveOutput, stripColours } from '@ku0/agent-runtime-tools-processes';
import type { RunResult } from '@ku0/agent-runtime-tools-processes';
import { exitCodeOf } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import type { CommandResult } from '../output/command-value.ts';
import { fitOutput } from '../output/fit-output.ts';
import { cancelledError, timeoutError } from './command-failure.ts';
import type { CommandDependencies, CommandRequest } from './command-request.ts';
import { endingNotes } from './ending-notes.ts';
import { prepareCommand } from './prepare-command.ts';
import type { PreparedCommand } from './prepare-command.ts';

/**
 * Runs a command until it ends or its time is up. A command that fails is a value with its exit code. Throws a ToolFailure
 * if it could not be started, was cancelled or took too long.
 */
export async function runForeground(
  request: CommandRequest & { readonly timeout?: number },
  { settings, startedCommands, context }: CommandDependencies,
): Promise<CommandResult> {
  const prepared = await prepareCommand(request, settings, context);
  const requested = request.timeout ?? settings.timeout.default;
  const timeout = Math.min(requested, settings.timeout.max);
  const live = new LiveOutput(context.emitOutput);
  const artifacts = context.services.artifacts ?? prepared.workspace.artifacts;
  const run = await prepared.processes.run(prepared.argv, {
    ...prepared.options,
    timeoutMs: timeout * 1000,
    onTimeout: settings.onTimeout === 'background' ? 'background' : 'end',
    maxOutputChars: settings.maxOutputChars,
    interleave: true,
    artifacts,
    callId: context.callId,
    description: prepared.text,
    signal: context.signal,
    onOutput: (stream, text) => live.push(stream, text),
    ...(request.stdin !== undefined && { input: request.stdin }),
  });
  live.end();
  if (run.handle === undefined) await prepared.dispose();
  const limitNotes = requested > timeout ? [`The timeout was limited to ${timeout} s.`] : [];
  const result = await resultOf(run, { prepared, artifacts, limitNotes, settings, startedCommands, context });
  if (run.status === 'timed-out' && run.notStarted !== true) {
    const waitingForInput = run.waitingForInput === true;
    throw new ToolFailure(timeoutError(result.value, { timeout, waitingForInput, settings }));
  }
  if (run.status === 'cancelled') throw new ToolFailure(cancelledError(result.value));
  if (run.error !== undefined) throw new ToolFailure(run.error);
  return result;
}

interface RunContext extends CommandDependencies {
  readonly prepared: PreparedCommand;
  readonly artifacts: ArtifactStore;
  readonly limitNotes: readonly string[];
}

async function resultOf(run: RunResult, runContext: RunContext): Promise<CommandResult> {
  const { prepared, limitNotes, settings, startedCommands, context } = runContext;
  const { handle, signal, survivors } = run;
  const clean = { stdout: cleanText(run.stdout), stderr: cleanText(run.stderr) };
  const { stdout, stderr, cut } = fitOutput(clean.stdout, clean.stderr, settings.maxOutputChars);
  const artifact = run.artifact ?? (await storeRawOutput(run, clean, runContext));
  const exitCode = exitCodeOf(run);
  if (handle !== undefined) {
    startedCommands.add(handle, { processes: prepared.processes, coordinatorId: context.coordinatorId });
    TaskCommands.of(prepared.processes).add(handle, { prepared, cursor: run.totalBytes });
  }
  const notes = [...(await endingNotes(run, { ...clean, prepared })), ...limitNotes];
  return {
    value: {
      stdout,
      stderr,
      ...(exitCode !== undefined && { exitCode }),
      ...(signal !== undefined && { signal }),
      duration: Math.round(run.durationMs),
      truncated: run.truncated || cut,
      ...(artifact && { artifact: artifact.id }),
      ...(handle && { commandId: handle.id }),
      ...(survivors.length > 0 && { survivors: survivors.map((survivor) => ({ ...survivor })) }),
      ...(notes.length > 0 && { notes }),
    },
    ...(artifact && { artifact }),
  };
}

/** Stores the output as it was printed, if cleaning removed more than colours. Long output has an artifact already. */
async function storeRawOutput(
  { stdout, stderr, all, handle }: RunResult,
  clean: { readonly stdout: string; readonly stderr: string },
  { artifacts, prepared, context }: RunContext,
): Promise<ArtifactRef | undefined> {
  const isShown = stripColours(stdout) === clean.stdout && stripColours(stderr) === clean.stderr;
  if (isShown || all === undefined || handle !== undefined) return undefined;
  const { callId } = context;
  const description = `Raw output of ${prepared.text.slice(0, 200)}`;
  const info = { owner: artifactOwnerOf(context), mediaType: 'text/plain', description, callId };
  return artifacts.put(all, info).catch(() => undefined);
}
