import { artifactOwnerOf, coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ArtifactRef, ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { cleanText, LiveOutput, stripColours } from '@ku0/agent-runtime-tools-processes';
import type { RunResult } from '@ku0/agent-runtime-tools-processes';
import { exitCodeOf } from '../background/describe-command.ts';
import { TaskCommands } from '../background/task-commands.ts';
import { fitOutput } from '../output/fit-output.ts';
import type { CommandOptions } from './command-options.ts';
import { outputDetails } from './command-outcome.ts';
import type { CommandOutcome } from './command-outcome.ts';
import { endingNotes } from './ending-notes.ts';
import { prepareCommand } from './prepare-command.ts';
import type { CommandRequest, PreparedCommand } from './prepare-command.ts';
import { timedOut } from './timed-out.ts';

/**
 * Runs a command to its end, or to that of its time. A command that fails has an outcome like any other; a ToolFailure
 * is thrown for one that was not started, was cancelled or took too long, with the output so far.
 */
export async function runForeground(
  request: CommandRequest & { readonly timeout?: number },
  { settings, owned, context }: CommandOptions,
): Promise<CommandOutcome> {
  const prepared = await prepareCommand(request, settings, context);
  const asked = request.timeout ?? settings.timeout.default;
  const timeout = Math.min(asked, settings.timeout.max);
  const live = new LiveOutput(context.emitOutput);
  const artifacts = context.services.artifacts ?? prepared.workspace.artifacts;
  const result = await prepared.processes.run(prepared.argv, {
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
  if (result.handle === undefined) await prepared.dispose();
  const outcome = await outcomeOf(result, { prepared, artifacts, settings, owned, context });
  if (result.status === 'timed-out' && result.notStarted !== true)
    throw new ToolFailure(timedOut(outcome, { ...result, timeout, settings }));
  if (result.status === 'cancelled') throw new ToolFailure(coreErrors.CANCELLED({ details: outputDetails(outcome) }));
  if (result.error !== undefined) throw new ToolFailure(result.error);
  if (asked <= timeout) return outcome;
  return { ...outcome, notes: [...outcome.notes, `The timeout was limited to ${timeout} s.`] };
}

async function outcomeOf(
  result: RunResult,
  more: CommandOptions & { readonly prepared: PreparedCommand; readonly artifacts: ArtifactStore },
): Promise<CommandOutcome> {
  const { prepared, settings, owned, context } = more;
  const { handle, signal, survivors } = result;
  const clean = { stdout: cleanText(result.stdout), stderr: cleanText(result.stderr) };
  const { stdout, stderr, cut } = fitOutput(clean.stdout, clean.stderr, settings.maxOutputChars);
  const artifact = result.artifact ?? (await rawArtifact(result, clean, more));
  const exitCode = exitCodeOf(result);
  if (handle !== undefined) {
    owned.add(handle, { processes: prepared.processes, coordinatorId: context.coordinatorId });
    TaskCommands.of(prepared.processes).add(handle, { prepared, cursor: result.totalBytes });
  }
  return {
    stdout,
    stderr,
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    durationMs: result.durationMs,
    truncated: result.truncated || cut,
    ...(artifact && { artifact }),
    ...(handle && { commandId: handle.id }),
    survivors,
    notes: await endingNotes(result, { ...clean, prepared }),
  };
}

/** What was printed, where it is not what is shown, colours aside. The process service keeps what was too long. */
async function rawArtifact(
  { stdout, stderr, all, handle }: RunResult,
  clean: { readonly stdout: string; readonly stderr: string },
  {
    artifacts,
    prepared,
    context,
  }: CommandOptions & { readonly prepared: PreparedCommand; readonly artifacts: ArtifactStore },
): Promise<ArtifactRef | undefined> {
  const isShown = stripColours(stdout) === clean.stdout && stripColours(stderr) === clean.stderr;
  if (isShown || all === undefined || handle !== undefined) return undefined;
  const { callId } = context;
  const description = `Raw output of ${prepared.text.slice(0, 200)}`;
  const info = { owner: artifactOwnerOf(context), mediaType: 'text/plain', description, callId };
  return artifacts.put(all, info).catch(() => undefined);
}
