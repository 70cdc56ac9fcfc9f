import { join } from 'node:path';
import type { StagedRestore } from '../transaction/stage/staged-change.ts';

/** A file or link of a folder that is restored. */
export interface RestoredFile {
  readonly path: string;
  readonly content: Uint8Array | { readonly linkTo: string };
}

export function restoredFiles({ file, tree, contents }: StagedRestore): RestoredFile[] {
  return tree.entries.flatMap(({ path: below, image }): RestoredFile[] => {
    if (image.type === 'directory') return [];
    const path = join(file.path, below);
    if (image.type === 'symlink') return [{ path, content: { linkTo: image.target } }];
    return [{ path, content: contents.get(image.hash ?? '') ?? new Uint8Array() }];
  });
}
