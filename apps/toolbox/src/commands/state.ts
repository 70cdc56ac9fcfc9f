import { inspectState, purgeState, type StateReport, type WorkspaceState } from '@ku0/agent-runtime-tools-workspace';
import { type Paint, paintFor } from '@ku0/agent-runtime-tools-terminal';
import type { CommandInput } from '../command-line/command.ts';
import { unknownSubcommand, UsageError } from '../command-line/usage-error.ts';
import { OK, type ExitCode } from '../exit-code.ts';
import { sweepLive, type LiveProcess } from '../live/live-processes.ts';
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
  const { purgeMcpState } = await import('@ku0/agent-runtime-tools-mcp');
  const { credentials, tools } = await purgeMcpState({ dryRun: true });
  const { live } = await sweepLive({ dryRun: true });
  const report: ShownState = {
    ...(await inspectState()),
    mcp: { logins: credentials.files, servers: tools.files, bytes: credentials.bytes + tools.bytes },
    // Without the tokens.
    running: live.map(({ pid, workspace, url }) => ({ pid, workspace, url })),
  };
  if (options['json'] === true) out.line(jsonText(report, { indent: out.isTerminal ? 2 : 0 }));
  else for (const line of reportLines(report, paintFor(out))) out.line(line);
  return OK;
}

interface ShownState extends StateReport {
  readonly mcp: { readonly logins: number; readonly servers: number; readonly bytes: number };
  readonly running: readonly Pick<LiveProcess, 'pid' | 'workspace' | 'url'>[];
}

async function purge({ operands, options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const dryRun = options['dry-run'] === true;
  const remove = operands.slice(1);
  await checkIds(remove, program);
  const report = await purgeState({ dryRun, remove, ...(options['gone'] === true && { goneAfterMs: 0 }) });
  const { purgeMcpState } = await import('@ku0/agent-runtime-tools-mcp');
  const mcp = await purgeMcpState({ dryRun, ...(options['mcp'] === true && { unusedForMs: 0 }) });
  const { ended } = await sweepLive({ dryRun });
  if (options['json'] === true) {
    out.line(jsonText({ ...report, mcp, ended }, { indent: out.isTerminal ? 2 : 0 }));
    return OK;
  }
  const paint = paintFor(out);
  const verb = dryRun ? 'would remove' : 'removed';
  for (const id of report.removed) out.line(`${verb} ${paint.bold(id)}`);
  for (const id of report.kept)
    out.line(`kept ${paint.bold(id)}: a change in it was interrupted and has not been recovered yet`);
  for (const [count, what] of [
    [mcp.credentials.removed, 'logins at MCP servers'],
    [mcp.tools.removed, 'records of the tools of MCP servers'],
    [ended, 'addresses of processes that have ended'],
  ] as const)
    if (count > 0) out.line(`${verb} ${count} ${what}`);
  const [before, after] = [mcp.credentials.bytes + mcp.tools.bytes, mcp.credentials.bytesAfter + mcp.tools.bytesAfter];
  out.line(`${size(report.bytesBefore + before)} before, ${size(report.bytesAfter + after)} after`);
  return OK;
}

/** Throws a UsageError for an id that no workspace has. */
async function checkIds(ids: readonly string[], program: string): Promise<void> {
  if (ids.length === 0) return;
  const known = (await inspectState()).workspaces.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(`There is no workspace with the id ${unknown}.`, {
      mistyped: { name: unknown, known },
      next: [`To list the workspaces with their ids: ${program} state`],
    });
}

function reportLines({ folder, workspaces, locks, bytes, mcp, running }: ShownState, paint: Paint): string[] {
  const count = `${workspaces.length} workspace${workspaces.length === 1 ? '' : 's'}`;
  return [
    `${paint.bold(paint.plain(folder))} ${paint.dim(`${count}, ${size(bytes)}, ${locks} locks`)}`,
    ...workspaces.map((workspace) => workspaceLine(workspace, paint)),
    ...(mcp.logins + mcp.servers === 0
      ? []
      : [`  ${paint.bold('MCP')} ${mcp.logins} logins, known tools of ${mcp.servers} servers, ${size(mcp.bytes)}`]),
    ...running.map(
      ({ pid, workspace, url }) => `  ${paint.bold('running')} process ${pid} ${paint.plain(`${workspace} ${url}`)}`,
    ),
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
