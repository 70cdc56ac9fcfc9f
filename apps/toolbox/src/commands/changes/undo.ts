import { randomUUID } from 'node:crypto';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, type UndoResult, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { paintFor, type Paint } from '@ku0/agent-runtime-tools-terminal';
import { Interruption } from '../../call/interruption.ts';
import { workspaceForTools } from '../../call/workspace-for-tools.ts';
import { allChanges, findChange } from '../../changes/find-change.ts';
import { callsOfChanges, callsOfTask, type UndoSelection } from '../../changes/undo-selection.ts';
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
    const selections = await selectionsOf(input, workspace);
    const outcome = await undoAll(selections, workspace, { dryRun, signal: interruption.signal });
    show(outcome, { json: options['json'] === true, dryRun, terminal });
    return outcome.restored.length > 0 && outcome.skipped.length === 0 && outcome.problem === undefined ? OK : FAILED;
  } finally {
    interruption.end();
    await workspace.shutdown();
  }
}

/** What the command line selects, newest first: an older change can often be undone only after the newer ones. */
async function selectionsOf({ operands, options, program }: CommandInput, workspace: Workspace) {
  const steps = numberOf(options, 'steps');
  const { task } = options;
  const ways = [operands.length > 0, steps !== undefined, task !== undefined].filter(Boolean).length;
  if (ways > 1) throw new UsageError('undo takes changes, --steps or --task, not several of them.');
  if (typeof task === 'string') {
    const selected = callsOfTask(task, await allChanges(workspace));
    if (selected.length > 0) return selected;
    throw new UsageError(`There are no changes of the task ${task} in this workspace.`, {
      next: [`To list the changes with their tasks: ${program} history`],
    });
  }
  if (operands.length === 0) return [{ steps: steps ?? 1 }];
  if (operands.length > 1 && options['dry-run'] === true)
    throw new UsageError('undo --dry-run takes one change, because each undo depends on the ones before it.');
  const changes = await allChanges(workspace);
  const wanted = new Set(operands.map((id) => findChange(id, changes, program).id));
  return callsOfChanges(changes.filter(({ id }) => wanted.has(id)));
}

interface Outcome extends Pick<UndoResult, 'restored' | 'skipped' | 'changes'> {
  /** Why it ended before all was undone. */
  readonly problem?: string;
}

async function undoAll(
  selections: readonly UndoSelection[],
  workspace: Workspace,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<Outcome> {
  const outcome: Outcome = { restored: [], skipped: [], changes: [] };
  const by = { tool: 'toolbox undo', callId: `undo-${randomUUID()}` };
  try {
    for (const selection of selections) {
      const { restored, skipped, changes } = await workspace.undo({ ...selection, by, dryRun, signal });
      outcome.restored.push(...restored);
      outcome.skipped.push(...skipped);
      outcome.changes.push(...changes);
    }
    return outcome;
  } catch (error) {
    if (error instanceof ToolFailure) return { ...outcome, problem: error.error.message };
    if (signal.aborted) return { ...outcome, problem: 'It was interrupted.' };
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
    ...restored.map((path) => `${paint.green('✓')} ${dryRun ? 'would restore' : 'restored'} ${paint.plain(path)}`),
    ...skipped.map(
      ({ path, reason }) =>
        `${paint.yellow('!')} ${paint.plain(path)} ${dryRun ? 'would stay' : 'stays'} as it is: ${paint.plain(reason)}`,
    ),
    ...(problem === undefined ? [] : [`${paint.red('✗')} ${paint.plain(problem)}`]),
  ];
  return lines.length === 0 ? ['There was nothing to undo.'] : lines;
}
