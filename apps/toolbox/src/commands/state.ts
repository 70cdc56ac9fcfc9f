import { inspectState, purgeState, type StateReport, type WorkspaceState } from '@ku0/agent-runtime-tools-workspace';
import { type Paint, paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand } from '../command-line/usage-error.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { jsonText } from '../terminal/json-text.ts';

/** `toolbox state`: shows and cleans the data that is stored for undo, recovery and long outputs. */
export async function state(input: CommandInput): Promise<ExitCode> {
  const [subcommand = 'show'] = input.operands;
  switch (subcommand) {
    case 'show':
      return show(input);
    case 'purge':
      return purge(input);
    default:
      throw unknownSubcommand('state', subcommand, ['show', 'purge']);
  }
}

async function show({ options, terminal: { out } }: CommandInput): Promise<ExitCode> {
  const report = await inspectState();
  if (options['json'] === true) out.line(jsonText(report, { indent: out.isTerminal ? 2 : 0 }));
  else for (const line of reportLines(report, paintFor(out))) out.line(line);
  return OK;
}

async function purge({ operands, options, terminal: { out } }: CommandInput): Promise<ExitCode> {
  const dryRun = options['dry-run'] === true;
  const report = await purgeState({
    dryRun,
    remove: operands.slice(1),
    ...(options['gone'] === true && { goneAfterMs: 0 }),
  });
  if (options['json'] === true) {
    out.line(jsonText(report, { indent: out.isTerminal ? 2 : 0 }));
    return OK;
  }
  const paint = paintFor(out);
  for (const id of report.removed) out.line(`${dryRun ? 'would remove' : 'removed'} ${paint.bold(id)}`);
  for (const id of report.kept)
    out.line(`kept ${paint.bold(id)}: a change in it was interrupted and has not been recovered yet`);
  out.line(`${size(report.bytesBefore)} before, ${size(report.bytesAfter)} after`);
  return OK;
}

function reportLines({ folder, workspaces, locks, bytes }: StateReport, paint: Paint): string[] {
  const count = `${workspaces.length} workspace${workspaces.length === 1 ? '' : 's'}`;
  return [
    `${paint.bold(paint.plain(folder))} ${paint.dim(`${count}, ${size(bytes)}, ${locks} locks`)}`,
    ...workspaces.map((workspace) => workspaceLine(workspace, paint)),
  ];
}

function workspaceLine(workspace: WorkspaceState, paint: Paint): string {
  const { id, roots, isGone, unsettled, changes, artifacts, bytes, lastUsed } = workspace;
  const details = [
    size(bytes),
    `${changes} changes`,
    `${artifacts} artifacts`,
    `last used ${new Date(lastUsed).toISOString()}`,
    ...(unsettled > 0 ? [`${unsettled} transactions running or interrupted`] : []),
    ...(isGone ? ['its folders no longer exist'] : []),
  ];
  return `  ${paint.bold(id)} ${paint.plain((roots ?? ['unknown roots']).join(' '))}\n    ${paint.dim(details.join(', '))}`;
}

function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
