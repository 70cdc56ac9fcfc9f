import { randomUUID } from 'node:crypto';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, type UndoResult, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';
import { Interruption } from '../../call/interruption.ts';
import { workspaceForTools } from '../../call/workspace-for-tools.ts';
import { allChanges, findChange } from '../../changes/find-change.ts';
import { changesOfTask, type UndoSelection } from '../../changes/undo-selection.ts';
import type { CommandInput } from '../../command-line/command.ts';
import { numberOf } from '../../command-line/number-option.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { FAILED, OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';

/** `toolbox undo`: restores files as they were before the last call, some calls, or a task. */
export async function undo(input: CommandInput): Promise<ExitCode> {
  const { options, terminal } = input;
  const dryRun = options['dry-run'] === true;
  const workspace = createWorkspace({ roots: [workspaceForTools(options['workspace'])] });
  const interruption = new Interruption();
  try {
    const selection = await selectionOf(input, workspace);
    const outcome = await undoSelected(selection, workspace, { dryRun, signal: interruption.signal });
    show(outcome, { json: options['json'] === true, dryRun, terminal });
    return outcome.restored.length > 0 && outcome.skipped.length === 0 && outcome.problem === undefined ? OK : FAILED;
  } finally {
    interruption.end();
    await workspace.shutdown();
  }
}

/** What the command line selects. */
async function selectionOf({ operands, options, program }: CommandInput, workspace: Workspace): Promise<UndoSelection> {
  const steps = numberOf(options, 'steps');
  const { task } = options;
  const ways = [operands.length > 0, steps !== undefined, task !== undefined].filter(Boolean).length;
  if (ways > 1)
    throw new UsageError('undo takes changes, --steps or --task, not several of them.', {
      next: [`To see what there is to undo: ${program} history`],
    });
  if (typeof task === 'string') {
    const selected = changesOfTask(task, await allChanges(workspace));
    if (selected.changeIds?.length !== 0) return selected;
    throw new UsageError(`There are no changes of the task ${task} in this workspace.`, {
      next: [`To list the changes with their tasks: ${program} history`],
    });
  }
  if (operands.length === 0) return { steps: steps ?? 1 };
  const changes = await allChanges(workspace);
  return { changeIds: operands.map((id) => findChange(id, changes, program).id) };
}

interface Outcome extends Pick<UndoResult, 'restored' | 'skipped' | 'changes'> {
  /** Why it ended before all was undone. */
  readonly problem?: string;
}

async function undoSelected(
  selection: UndoSelection,
  workspace: Workspace,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<Outcome> {
  const by = { tool: 'toolbox undo', callId: `undo-${randomUUID()}` };
  try {
    const { restored, skipped, changes } = await workspace.undo({ ...selection, by, dryRun, signal });
    return { restored, skipped, changes };
  } catch (error) {
    const nothing = { restored: [], skipped: [], changes: [] };
    if (error instanceof ToolFailure) return { ...nothing, problem: error.error.message };
    if (signal.aborted) return { ...nothing, problem: 'It was interrupted: history shows what was undone.' };
    throw error;
  }
}

function show(
  outcome: Outcome,
  { json, dryRun, terminal: { out } }: { json: boolean; dryRun: boolean; terminal: CommandInput['terminal'] },
): void {
  if (json) out.line(jsonText({ ...outcome, dryRun }, { indent: out.isTerminal ? 2 : 0 }));
  else for (const line of outcomeLines(outcome, dryRun, paintFor(out))) out.line(line);
}

function outcomeLines({ restored, skipped, problem }: Outcome, dryRun: boolean, paint: Paint): string[] {
  const lines = [
    ...counted(restored).map(
      ([path, times]) =>
        `${paint.green('✓')} ${dryRun ? 'would restore' : 'restored'} ${paint.plain(path)}${times === 1 ? '' : paint.dim(` from ${times} changes`)}`,
    ),
    ...skipped.map(
      ({ path, reason }) =>
        `${paint.yellow('!')} ${paint.plain(path)} ${dryRun ? 'would stay' : 'stays'} as it is: ${paint.plain(reason)}`,
    ),
    ...(problem === undefined ? [] : [`${paint.red('✗')} ${paint.plain(problem)}`]),
  ];
  return lines.length === 0 ? ['There was nothing to undo.'] : lines;
}

/** Each path once, with how often it is there. */
function counted(paths: readonly string[]): [path: string, times: number][] {
  const times = new Map<string, number>();
  for (const path of paths) times.set(path, (times.get(path) ?? 0) + 1);
  return [...times];
}
