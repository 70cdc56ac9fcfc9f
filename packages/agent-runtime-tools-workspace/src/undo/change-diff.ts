import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { hashOf } from '../read/file-version.ts';
import { readContent } from '../read/read-content.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import { renameDiff } from '../text/diff/rename-diff.ts';
import { readTextFile } from '../text/text-file.ts';
import { unifiedDiff } from '../text/diff/unified-diff.ts';
import type { FileAfter, FileBefore, LinkImage, Operation } from '../transaction/journal/change-record.ts';
import { matchesFilter, type ChangeFilter } from './change-owner.ts';

/** The diff of one file of a change. */
export interface ChangedFileDiff {
  /** As ResolvedPath.display. */
  readonly path: string;
  /** A git diff; empty if it cannot be shown, for the `reason` given. */
  readonly diff: string;
  readonly reason?: string;
}

/** As Workspace.changeDiff. */
export async function changeDiff(
  { fs, open }: { readonly fs: FileSystem; readonly open: OpenWorkspace },
  id: string,
  filter: ChangeFilter,
): Promise<ChangedFileDiff[] | undefined> {
  const record = /^[0-9a-z]+$/.test(id) ? await open.log.get(id) : undefined;
  if (record === undefined || !matchesFilter(record, filter)) return undefined;
  const isHidden = await open.hiddenPaths.matcher();
  const diffs: ChangedFileDiff[] = [];
  for (const step of record.operations.flatMap(stepsOf)) {
    const [path, from] = [open.display(step.path), step.from && open.display(step.from)];
    if (isHidden(step.path) || (step.from !== undefined && isHidden(step.from))) continue;
    const before = await textOf(step.before, { fs, open, path: step.path });
    const after = await textOf(step.after, { fs, open, path: step.path });
    const reason = before?.reason ?? after?.reason;
    if (reason !== undefined) diffs.push({ path, diff: '', reason });
    else if (from !== undefined) diffs.push({ path, diff: renameDiff(from, path) });
    else diffs.push({ path, diff: unifiedDiff(before?.text, after?.text, { to: path }).text });
  }
  return diffs;
}

interface Step {
  readonly path: string;
  readonly from?: string;
  readonly before?: Image;
  readonly after?: Image;
}

type Image = FileBefore | FileAfter | LinkImage | { readonly type: 'directory' };

function stepsOf(operation: Operation): Step[] {
  const { path } = operation;
  if (operation.kind === 'move') return [{ path: operation.to, from: path }];
  if (operation.kind === 'write')
    return [{ path, after: operation.after, ...(operation.before !== null && { before: operation.before }) }];
  if (operation.kind === 'restore')
    return operation.tree.entries.map((entry) => ({ path: join(path, entry.path), after: entry.image }));
  const { before } = operation;
  if (before.type !== 'directory') return [{ path, before }];
  return (before.entries ?? []).map((entry) => ({ path: join(path, entry.path), before: entry.image }));
}

/** The text of an image, or why there is none. Undefined for what was not there. */
async function textOf(
  image: Image | undefined,
  place: { readonly fs: FileSystem; readonly open: OpenWorkspace; readonly path: string },
): Promise<{ readonly text?: string; readonly reason?: string } | undefined> {
  if (image === undefined || image.type === 'directory') return undefined;
  if (image.type === 'symlink') return { text: image.target };
  if (image.hash === null) return { reason: 'it was too large to keep' };
  const bytes = (await place.open.objects.get(image.hash)) ?? (await onDisk(image.hash, place));
  if (bytes === undefined) return { reason: 'its content is no longer kept' };
  const text = readTextFile(bytes)?.text;
  return text === undefined ? { reason: 'it is not text' } : { text };
}

/** What the last change of a file left is kept nowhere but in the file. */
async function onDisk(
  hash: string,
  { fs, open, path }: { readonly fs: FileSystem; readonly open: OpenWorkspace; readonly path: string },
): Promise<Buffer | undefined> {
  const file = await open.resolver.resolve(path, { access: 'read' }).catch(() => undefined);
  if (file?.path !== path) return undefined;
  const content = await readContent(fs, file).catch(() => undefined);
  return content !== undefined && hashOf(content.bytes) === hash ? content.bytes : undefined;
}
