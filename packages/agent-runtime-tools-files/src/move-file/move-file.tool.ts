import { Type, defineTool, ok, printable, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { takeSnapshots } from '../approval-snapshot.ts';
import { fileCall } from '../file-call.ts';
import { moveFile, type MoveConsent, type MovedFile } from './move-file.ts';
import { planMove, type MoveFileParams } from './plan-move.ts';
import { version } from '../version.ts';

export const moveFileTool = defineTool({
  name: 'move_file',
  description:
    'Moves or renames a file, a link or a folder. Missing folders of the target are created. Replaces a file only with ' +
    'overwrite, which asks first.',
  version,
  parameters: Type.Object({
    from: Type.String({ description: 'The file or folder, relative to the workspace root.', examples: ['draft.md'] }),
    to: Type.String({ description: 'Its new path, with its name.', examples: ['docs/final.md'] }),
    overwrite: Type.Optional(Type.Boolean({ description: 'Replace a file at the target.', default: false })),
  }),
  output: Type.Object({
    from: Type.String(),
    to: Type.String(),
    overwritten: Type.Boolean(),
    diff: Type.String(),
  }),
  capabilities: { readsFiles: true, writesFiles: true, retryable: true },
  parameterAliases: { source: 'from', old_path: 'from', destination: 'to', target: 'to', new_path: 'to' },
  async requiresApproval(params, context) {
    return (await inspectMove(params, context)).required;
  },
  resources: ({ from, to }) => [fileResource(from, 'write'), fileResource(to, 'write')],
  async dryRun(params, context) {
    const { from, to, target, isCaseOnly, diff } = await planMove(params, fileCall(context));
    const replaces = target?.exists === true && !isCaseOnly;
    const summary = `Would move ${from.display} to ${to}${replaces ? ', replacing the file there' : ''}.`;
    return ok({ summary, changes: [{ kind: 'move', target: `${from.display} -> ${to}`, diff }] });
  },
  async execute(params, context) {
    const moved = await moveFile(params, { ...fileCall(context), consent: inspectedMoves.get(params) });
    return ok(moved, { filesAccessed: [moved.from, moved.to] });
  },
  preview: (result, maxLines) => [result.ok ? summaryOf(result.value) : result.error.message].slice(0, maxLines),
  toModelOutput: (moved) => [{ type: 'text', text: summaryOf(moved) }],
});

/** By the call's parameters: they are frozen, and an approval covers exactly this object. */
const inspectedMoves = new WeakMap<object, MoveConsent>();

async function inspectMove(params: MoveFileParams, context: ToolContext): Promise<MoveConsent> {
  const { workspace } = fileCall(context);
  const [from, to] = await takeSnapshots(
    params,
    [
      { path: params.from, access: 'delete' },
      { path: params.to, access: 'write' },
    ],
    workspace,
  );
  if (from === undefined || to === undefined) throw new RangeError('A move has two files.');
  const replaces = params.overwrite === true && to.exists && to.path !== from.path;
  const isProtected =
    from.protected || to.protected || (from.kind === 'directory' && (await holdsProtected(workspace, params.from)));
  const consent = { from, to, required: replaces || isProtected || to.programConfig };
  inspectedMoves.set(params, consent);
  return consent;
}

/** A folder with too many entries to check counts as one that holds something protected. */
async function holdsProtected(workspace: Workspace, folder: string): Promise<boolean> {
  const options = { recursive: true, includeHidden: true, includeIgnored: true, limit: MAX_CHECKED };
  const { entries, truncated, folder: top } = await workspace.list(folder, options);
  return truncated || entries.some(({ path }) => workspace.isProtected(path.slice(top.display.length + 1)));
}

const MAX_CHECKED = 10_000;

function summaryOf({ from, to, overwritten }: MovedFile): string {
  return `Moved ${printable(from)} to ${printable(to)}${overwritten ? ', replacing the file there' : ''}.`;
}
