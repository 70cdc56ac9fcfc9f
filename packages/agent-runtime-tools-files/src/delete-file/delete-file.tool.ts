import { Type, defineTool, ok, printable } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { takeSnapshots, snapshotsOf } from '../approval-snapshot.ts';
import { fileCall } from '../file-call.ts';
import { deleteFile, planDelete, type DeletedFiles } from './delete-file.ts';
import { version } from '../version.ts';

export const deleteFileTool = defineTool({
  name: 'delete_file',
  description:
    'Deletes a file, a link (not what it leads to), or, with recursive, a folder with everything in it. Always asks first. ' +
    'undo_change brings it back, unless a warning says that it could not be kept.',
  version,
  parameters: Type.Object({
    path: Type.String({ description: 'The file or folder, relative to the workspace root.', examples: ['old.txt'] }),
    recursive: Type.Optional(
      Type.Boolean({ description: 'Delete a folder that is not empty, with its content.', default: false }),
    ),
  }),
  output: Type.Object({
    deleted: Type.Array(Type.String()),
    total: Type.Integer(),
    truncated: Type.Boolean(),
    diff: Type.String(),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  capabilities: { readsFiles: true, writesFiles: true, destructive: true, idempotent: true, retryable: true },
  parameterAliases: { file_path: 'path', filePath: 'path', filename: 'path' },
  async requiresApproval(params, context) {
    await takeSnapshots(params, [{ path: params.path, access: 'delete' }], fileCall(context).workspace);
    return true;
  },
  resources: ({ path }) => [fileResource(path, 'write')],
  async dryRun(params, context) {
    const { file, files, total } = await planDelete(params, fileCall(context));
    const what = file.kind === 'directory' ? `the folder ${file.display} and ${total - 1} entries in it` : file.display;
    const changes = files.map(({ path, diff }) => ({
      kind: 'delete' as const,
      target: path,
      ...(diff !== '' && { diff }),
    }));
    const warnings = files.length < total ? [`${total - files.length} more entries are not listed.`] : [];
    return ok({ summary: `Would delete ${what}.`, changes, ...(warnings.length > 0 && { warnings }) });
  },
  async execute(params, context) {
    const deleted = await deleteFile(params, { ...fileCall(context), snapshot: snapshotsOf(params)?.[0] });
    return ok(deleted, {
      filesAccessed: deleted.deleted,
      ...(deleted.warnings !== undefined && { warnings: deleted.warnings }),
    });
  },
  preview: (result, maxLines) =>
    (result.ok ? [summaryOf(result.value), ...result.value.deleted] : [result.error.message]).slice(0, maxLines),
  toModelOutput: (value) => [{ type: 'text', text: linesOf(value).join('\n') }],
});

function linesOf(value: DeletedFiles): string[] {
  const { deleted, total, warnings = [] } = value;
  const shown = deleted.slice(0, 100).map((path) => printable(path));
  const more = total > shown.length ? [`[${total - shown.length} more]`] : [];
  return [summaryOf(value), ...warnings.map((warning) => `Warning: ${printable(warning)}`), ...shown, ...more];
}

function summaryOf({ total }: DeletedFiles): string {
  return `Deleted ${total} ${total === 1 ? 'entry' : 'entries'}.`;
}
