import { relative } from 'node:path';
import { renameDiff, type PlannedRestore, type UndoOptions, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { fileDiff, MAX_DIFF_BYTES, type KnownContent } from '../file-diff.ts';

/** What an undo would do to one file, all its steps combined. */
export interface UndoneFile {
  readonly kind: 'create' | 'modify' | 'delete' | 'move';
  readonly path: string;
  readonly movedTo?: string;
  readonly diff: string;
}

/** Each file that an undo would change, once, with the diff from its current to its restored content. Long diffs are left out. */
export async function plannedChanges(options: UndoOptions, workspace: Workspace): Promise<UndoneFile[]> {
  const { planned = [] } = await workspace.undo({ ...options, dryRun: true });
  return netChanges(planned, workspace);
}

/** Combines the steps of an undo into one change per file. */
export async function netChanges(planned: readonly PlannedRestore[], workspace: Workspace): Promise<UndoneFile[]> {
  const [root = ''] = await workspace.roots();
  const display = (path: string): string =>
    path.startsWith(`${root}/`) ? relative(root, path).replaceAll('\\', '/') : path;
  const outcome = new Map<string, KnownContent>();
  const moves: UndoneFile[] = [];
  for (const { kind, path, to, content } of planned) {
    if (kind === 'move' && to !== undefined) {
      const moved = outcome.has(path) ? outcome.get(path) : await contentOf(path, workspace);
      if (moved !== undefined) outcome.set(path, undefined).set(to, moved);
      else {
        const [before, after] = [display(path), display(to)];
        moves.push({ kind: 'move', path: before, movedTo: after, diff: renameDiff(before, after) });
      }
    } else if (kind === 'remove') outcome.set(path, undefined);
    else outcome.set(path, content instanceof Uint8Array ? content : Buffer.from(content?.linkTo ?? ''));
  }
  return [...moves, ...(await contentChanges(outcome, { workspace, display }))];
}

async function contentChanges(
  outcome: ReadonlyMap<string, KnownContent>,
  { workspace, display }: { readonly workspace: Workspace; readonly display: (path: string) => string },
): Promise<UndoneFile[]> {
  const changes: UndoneFile[] = [];
  let budget = MAX_DIFF_CHARS;
  for (const [path, after] of outcome) {
    const before = budget > 0 ? await contentOf(path, workspace) : 'unread';
    if (before === undefined && after === undefined) continue;
    const kind = before === undefined ? 'create' : after === undefined ? 'delete' : 'modify';
    const { text } = fileDiff(before, after, display(path));
    const diff = text.length <= budget ? text : '';
    budget -= text.length;
    changes.push({ kind, path: display(path), diff });
  }
  return changes;
}

/** The limit for all diffs together. */
const MAX_DIFF_CHARS = 1024 * 1024;

/** Undefined if there is no file. */
async function contentOf(path: string, workspace: Workspace): Promise<KnownContent> {
  const stat = await workspace.stat(path).catch(() => undefined);
  if (stat?.kind !== 'file') return undefined;
  return stat.size > MAX_DIFF_BYTES ? 'unread' : (await workspace.read(path, { maxBytes: MAX_DIFF_BYTES * 2 })).bytes;
}
