import type { Tree, TreeCursor } from 'web-tree-sitter';

/** A node on the way from the root to the node that is visited. */
export interface PathStep {
  readonly type: string;
  readonly field: string;
}

/**
 * Visits every node in the order of the source, with the nodes around it, outermost first. Without recursion: a tree can be
 * as deep as its file is long.
 */
export function walkTree(tree: Tree, visit: (cursor: TreeCursor, path: readonly PathStep[]) => void): void {
  const cursor = tree.walk();
  const path: PathStep[] = [];
  try {
    for (;;) {
      visit(cursor, path);
      const step = { type: cursor.nodeType, field: cursor.currentFieldName ?? '' };
      if (cursor.gotoFirstChild()) {
        path.push(step);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return;
        path.pop();
      }
    }
  } finally {
    cursor.delete();
  }
}
