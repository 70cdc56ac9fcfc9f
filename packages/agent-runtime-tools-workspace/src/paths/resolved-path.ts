import type { FileKind } from '../fs/file-system.ts';

/** The kind of access that a path is checked for. */
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
  /** A part of the path has a protected name: writing it needs `allowProtected`. */
  readonly protected: boolean;
  /** Programs execute what a file of this name says: creating one needs an approval, as changing it does. */
  readonly programConfig: boolean;
  readonly exists: boolean;
  /** Undefined when nothing is there. */
  readonly kind: FileKind | undefined;
}

/** Where a path leads, before it is checked for one kind of access. */
export interface LocatedPath extends ResolvedPath {
  /** As the caller gave it. */
  readonly input: string;
  /** The root allows no changes. */
  readonly readOnly: boolean;
  /** The display path of a link on the way whose target does not exist. */
  readonly deadLink: string | undefined;
  /** The display path of a file where the path needs a folder. */
  readonly fileOnTheWay: string | undefined;
}

export interface ResolveOptions {
  readonly access: PathAccess;
  /** Where relative paths start, when it lies in a root; else they start at the first root. */
  readonly cwd?: string;
  /** The call has an approval for writing protected names. */
  readonly allowProtected?: boolean;
}
