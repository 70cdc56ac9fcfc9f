import type { FileSystem } from '../fs/file-system.ts';
import { ownIdentity } from '../locks/process-identity.ts';
import type { OpenWorkspace } from '../open-workspace.ts';
import { hashOf, versionOf } from '../read/file-version.ts';
import { readRange, withFile } from '../read/open-file.ts';
import { originOf, type ChangeOrigin } from '../transaction/change-origin.ts';
import type { ChangeRecord, FileBefore, Operation } from '../transaction/journal/change-record.ts';
import { nextId } from '../transaction/run-transaction.ts';
import { readSnapshots, takeSnapshots, type FileSnapshot, type FileSnapshots } from './file-snapshots.ts';

export interface CaptureOptions extends ChangeOrigin {
  /** Files and folders in which the body may change something. Of folders, what `.gitignore` excludes is left out. */
  readonly paths: readonly string[];
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

interface CaptureContext {
  readonly fs: FileSystem;
  readonly open: OpenWorkspace;
  readonly maxFileBytes: number;
  /** Files that other calls have changed meanwhile through the workspace: those changes are recorded already. */
  readonly isChangedByOthers: (path: string) => boolean;
}

export interface Captured<T> {
  /** What the body returned or threw. */
  readonly outcome: PromiseSettledResult<T>;
  /** Undefined if nothing has changed. */
  readonly record: ChangeRecord | undefined;
  readonly warnings: string[];
}

/** Runs `body` and records what it changed. The old content is in memory until then: a crash meanwhile leaves no record. */
export async function captureChanges<T>(
  context: CaptureContext,
  body: () => Promise<T>,
  options: CaptureOptions,
): Promise<Captured<T>> {
  const { fs, open, maxFileBytes } = context;
  const { paths, cwd, signal } = options;
  const look = { fs, open, paths, cwd };
  const before = await readSnapshots(fs, await takeSnapshots({ ...look, signal }), { maxFileBytes, signal });
  const [outcome] = await Promise.allSettled([body()]);
  // Also if the call was cancelled: what was changed until then is recorded.
  const after = await takeSnapshots({ ...look, signal: undefined });
  const operations = await operationsBetween(context, before, after);
  const warnings = before.complete
    ? []
    : ['There are too many files to watch: changes of some of them cannot be undone.'];
  if (operations.length === 0) return { outcome, record: undefined, warnings };
  const created = [...after.folders].filter((folder) => !before.folders.has(folder));
  const record: ChangeRecord = {
    id: nextId(),
    time: Date.now(),
    owner: ownIdentity,
    ...originOf(options),
    folders: created.sort((a, b) => a.length - b.length),
    emptied: [],
    operations,
  };
  await open.journal.record(record);
  return { outcome, record, warnings };
}

async function operationsBetween(
  context: CaptureContext,
  before: FileSnapshots,
  after: FileSnapshots,
): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (const path of [...new Set([...before.files.keys(), ...after.files.keys()])].sort()) {
    if (context.isChangedByOthers(path)) continue;
    // A file that is not in an incomplete list may have been there all the time.
    const [old, now] = [before.files.get(path), after.files.get(path)];
    if ((old === undefined && !before.complete) || (now === undefined && !after.complete)) continue;
    operations.push(...(await operationsOf(context, path, old, now)));
  }
  return operations;
}

async function operationsOf(
  context: CaptureContext,
  path: string,
  old: FileSnapshot | undefined,
  now: FileSnapshot | undefined,
): Promise<Operation[]> {
  if (old !== undefined && now !== undefined && isSame(old, now)) return [];
  const operations: Operation[] = [];
  const content = now?.stat.kind === 'file' ? await contentOf(context, path, now) : undefined;
  if (old?.stat.kind === 'file' && content !== undefined && now !== undefined) {
    const isSameContent = old.bytes !== undefined && hashOf(old.bytes) === content.hash;
    if (isSameContent && old.stat.mode === now.stat.mode) return [];
    const image = await imageOf(context, old);
    return [{ kind: 'write', path, before: image, after: { type: 'file', ...content, mode: now.stat.mode } }];
  }
  if (old !== undefined) {
    const image = old.target === undefined ? await imageOf(context, old) : link(old.target);
    operations.push({ kind: 'remove', path, before: image });
  }
  if (now?.target !== undefined) operations.push({ kind: 'write', path, before: null, after: link(now.target) });
  if (now !== undefined && content !== undefined)
    operations.push({ kind: 'write', path, before: null, after: { type: 'file', ...content, mode: now.stat.mode } });
  return operations;
}

function isSame(a: FileSnapshot, b: FileSnapshot): boolean {
  return versionOf(a.stat) === versionOf(b.stat) && a.stat.mode === b.stat.mode && a.target === b.target;
}

function link(target: string): { type: 'symlink'; target: string } {
  return { type: 'symlink', target };
}

/** Keeps the old content for undo, unless it was too large to be read. */
async function imageOf({ open }: CaptureContext, { stat, bytes }: FileSnapshot): Promise<FileBefore> {
  const hash = bytes === undefined ? null : await open.objects.put(bytes);
  return { type: 'file', hash, size: stat.size, mode: stat.mode & 0o1777, version: versionOf(stat) };
}

/** Undefined if the file has disappeared since. */
async function contentOf(
  { fs }: CaptureContext,
  path: string,
  { stat: { size } }: FileSnapshot,
): Promise<{ hash: string; size: number } | undefined> {
  try {
    const bytes = await withFile(fs, { path, display: path }, ({ file }) => readRange(file, 0, size));
    return { hash: hashOf(bytes), size: bytes.byteLength };
  } catch {
    return undefined;
  }
}
