import type { FileKind } from '../fs/file-system.ts';

/** What a caller is about to do with a path. */
export type PathAccess = 'read' | 'list' | 'stat' | 'write' | 'create' | 'delete';

/** A path that was checked for one kind of access. */
export interface ResolvedPath {
  /** The root it is in, with links resolved. */
  readonly root: string;
  /** Absolute, with links resolved; for `delete` the last name is not followed. */
  readonly path: string;
  /** Below its root, with `/`; '.' for the root itself. */
  readonly relative: string;
  /** What to show and to accept again: relative for the first root, absolute for the others. */
  readonly display: string;
  /** A part of it is a protected name: writing needs `allowProtected`. */
  readonly protected: boolean;
  /** Programs run what a file of this name says: making one needs an approval, as changing it does. */
  readonly programConfig: boolean;
  readonly exists: boolean;
  /** Undefined when nothing is there. */
  readonly kind: FileKind | undefined;
}

export interface ResolveOptions {
  readonly access: PathAccess;
  /** Where relative paths start, when it lies in a root; else they start at the first root. */
  readonly cwd?: string;
  /** The call has an approval for writing protected names. */
  readonly allowProtected?: boolean;
}
