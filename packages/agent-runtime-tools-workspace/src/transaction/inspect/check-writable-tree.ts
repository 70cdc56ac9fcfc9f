import { refuse, workspaceErrors } from '../../errors.ts';
import type { FileSystem } from '../../fs/file-system.ts';
import { inParallel } from '../../fs/in-parallel.ts';
import type { ResolvedPath } from '../../paths/resolved-path.ts';
import type { TreeItem } from './scan-tree.ts';

/** Refuses to remove a folder that contains a folder without write permission: only a part could be removed. */
export async function checkWritableTree(
  fs: FileSystem,
  { path, display }: ResolvedPath,
  items: readonly TreeItem[],
): Promise<void> {
  if (fs.canWrite === undefined) return;
  const parents = new Set(items.map((item) => item.relative.slice(0, Math.max(0, item.relative.lastIndexOf('/')))));
  await inParallel(parents, async (below) => {
    if ((await fs.canWrite?.(below === '' ? path : `${path}/${below}`)) !== false) return;
    const folder = below === '' ? display : `${display}/${below}`;
    refuse(
      workspaceErrors.PERMISSION_DENIED({
        message: `The entries of the folder ${folder} may not be removed. Nothing was removed.`,
        suggestion: 'Remove only what this user may change, or tell the person.',
        details: { path: folder },
      }),
    );
  });
}
