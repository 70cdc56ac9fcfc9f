import { Type, defineTool, ok, printable } from '@ku0/agent-runtime-tools-core';
import { TEXT_ENCODINGS, fileResource, workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { takeSnapshots, snapshotsOf } from '../approval-snapshot.ts';
import { refuse } from '../errors.ts';
import { fileCall, type FileCall } from '../file-call.ts';
import { planWrite, type WritePlan } from './plan-write.ts';
import { writeFile, type WrittenFile } from './write-file.ts';
import { version as packageVersion } from '../version.ts';

export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file, new or in place of the old one. Give the complete content: nothing of the old file is kept, so ' +
    'never write a placeholder for parts you leave out. Line endings, encoding, byte order mark and mode of an existing ' +
    'file stay. Refuses a file that changed since you read it. To change a part of a file use an edit tool.',
  version: packageVersion,
  parameters: Type.Object({
    path: Type.String({ description: 'The file, relative to the workspace root.', examples: ['src/hello.ts'] }),
    content: Type.String({ description: 'The complete content.', examples: ['export const hello = 1;\n'] }),
    encoding: Type.Optional(
      Type.Enum(['keep', 'base64', ...TEXT_ENCODINGS], {
        type: 'string',
        description:
          'How the file is to be encoded. keep: as it is, or UTF-8 for a new file. base64: the content is bytes in base64. ' +
          'The others are the names that read_file reports.',
        default: 'keep',
      }),
    ),
    createDirs: Type.Optional(Type.Boolean({ description: 'Make folders that do not exist.', default: true })),
  }),
  output: Type.Object({
    path: Type.String(),
    size: Type.Integer(),
    created: Type.Boolean(),
    diff: Type.String(),
    added: Type.Integer(),
    removed: Type.Integer(),
    warnings: Type.Optional(Type.Array(Type.String())),
  }),
  capabilities: { readsFiles: true, writesFiles: true, idempotent: true, retryable: true },
  parameterAliases: {
    file_path: 'path',
    filePath: 'path',
    filename: 'path',
    text: 'content',
    contents: 'content',
    create_dirs: 'createDirs',
  },
  async requiresApproval(params, context) {
    const { workspace } = fileCall(context);
    const [file] = await takeSnapshots(params, [{ path: params.path, access: 'write' }], workspace);
    return file?.exists === true || file?.protected === true || file?.programConfig === true;
  },
  resources: ({ path }) => [fileResource(path, 'write')],
  async dryRun(params, context) {
    const call = fileCall(context);
    const plan = await planWrite(params, { files: call.workspace, workspace: call.workspace });
    checkFresh(plan, call);
    const { file, diff, warnings, isSame } = plan;
    const counts = `${counted(diff.added, 'line')} added, ${diff.removed} removed`;
    const summary = isSame
      ? `${file.display} has this content already.`
      : `Would ${file.exists ? 'overwrite' : 'create'} ${file.display}: ${counts}.`;
    const kind = file.exists ? ('modify' as const) : ('create' as const);
    const changes = isSame ? [] : [{ kind, target: file.display, diff: diff.text }];
    return ok({ summary, changes, ...(warnings.length > 0 && { warnings }) });
  },
  async execute(params, context) {
    const written = await writeFile(params, { ...fileCall(context), snapshot: snapshotsOf(params)?.[0] });
    return ok(written, {
      bytesWritten: written.size,
      filesAccessed: [written.path],
      ...(written.warnings !== undefined && { warnings: written.warnings }),
    });
  },
  preview(result, maxLines) {
    if (!result.ok) return [result.error.message];
    return [summaryOf(result.value), ...result.value.diff.split('\n', maxLines + 2).slice(2)].slice(0, maxLines);
  },
  toModelOutput(written) {
    const warnings = (written.warnings ?? []).map((warning) => `\nWarning: ${warning}`);
    return [{ type: 'text', text: summaryOf(written) + warnings.join('') }];
  },
});

/** A dry run fails with STALE_FILE if the call would. */
function checkFresh({ file, version, hash, isSame }: WritePlan, { workspace, owner }: FileCall): void {
  if (version === undefined || isSame) return;
  if (workspace.tracker.check(owner, file.path, { version, hash: hash ?? null }) === 'stale')
    refuse(workspaceErrors.STALE_FILE({ details: { path: file.display } }));
}

function summaryOf({ path: name, size, created, added, removed }: WrittenFile): string {
  const path = printable(name);
  if (created) return `Created ${path} (${counted(size, 'byte')}).`;
  if (added + removed === 0) return `Wrote ${path} (${counted(size, 'byte')}).`;
  return `Overwrote ${path} (${counted(size, 'byte')}, ${counted(added, 'line')} added, ${removed} removed).`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
