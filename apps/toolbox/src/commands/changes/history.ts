import { createWorkspace, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { paintFor } from '@ku0/agent-runtime-tools-terminal';
import { workspaceForTools } from '../../call/workspace-for-tools.ts';
import { changeEntries } from '../../changes/change-entries.ts';
import { changeDiffLines, changeLines } from '../../changes/change-lines.ts';
import { allChanges, findChange } from '../../changes/find-change.ts';
import type { CommandInput } from '../../command-line/command.ts';
import { numberOf } from '../../command-line/number-option.ts';
import { unknownSubcommand, UsageError } from '../../command-line/usage-error.ts';
import { OK, type ExitCode } from '../../exit-code.ts';
import { jsonText } from '../../terminal/json-text.ts';

/** `toolbox history`: the changes of a workspace, newest first, or the diffs of one. */
export async function history(input: CommandInput): Promise<ExitCode> {
  const [subcommand = 'list', id] = input.operands;
  const workspace = createWorkspace({ roots: [workspaceForTools(input.options['workspace'])] });
  try {
    if (subcommand === 'show') {
      if (id === undefined)
        throw new UsageError('history show needs a change.', {
          next: [`To list the changes with their ids: ${input.program} history`],
        });
      return await show(id, workspace, input);
    }
    if (subcommand !== 'list') throw unknownSubcommand('history', subcommand, ['list', 'show']);
    return await list(workspace, input);
  } finally {
    await workspace.shutdown();
  }
}

async function list(workspace: Workspace, { options, terminal: { out }, program }: CommandInput): Promise<ExitCode> {
  const limit = numberOf(options, 'limit') ?? DEFAULT_LIMIT;
  const { task } = options;
  // Of all, because a change can be undone by a change of another task.
  const all = changeEntries(await allChanges(workspace));
  const listed = all.filter((entry) => task === undefined || entry.task === task);
  const entries = listed.slice(0, limit);
  if (options['json'] === true) {
    out.line(jsonText(entries, { indent: out.isTerminal ? 2 : 0 }));
    return OK;
  }
  const paint = paintFor(out);
  if (entries.length === 0) out.line('Tools have changed nothing here that is still kept.');
  for (const entry of entries) for (const line of changeLines(entry, paint)) out.line(line);
  if (listed.length > entries.length)
    out.line(paint.dim(`${listed.length - entries.length} older ones: --limit ${listed.length}`));
  if (entries.length > 0)
    out.line(paint.dim(`To see a diff: ${program} history show CHANGE; to undo: ${program} undo CHANGE`));
  return OK;
}

const DEFAULT_LIMIT = 20;

async function show(
  id: string,
  workspace: Workspace,
  { options, terminal: { out }, program }: CommandInput,
): Promise<ExitCode> {
  const changes = await allChanges(workspace);
  const change = findChange(id, changes, program);
  const diffs = (await workspace.changeDiff(change.id)) ?? [];
  const entry = changeEntries(changes).find((each) => each.id === change.id);
  if (options['json'] === true) {
    out.line(jsonText({ ...entry, diffs }, { indent: out.isTerminal ? 2 : 0 }));
    return OK;
  }
  const paint = paintFor(out);
  if (entry !== undefined) for (const line of changeLines(entry, paint)) out.line(line);
  for (const line of changeDiffLines(diffs, paint)) out.line(line);
  return OK;
}
