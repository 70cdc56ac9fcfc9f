import { isAbsolute, resolve } from 'node:path';

/** A path that a call names, and what the call would do there. */
export interface PathUse {
  readonly path: string;
  readonly access: 'read' | 'write' | 'delete';
  /** The text may not be a path at all: it counts for rules that deny or ask, never for approval. */
  readonly possible?: boolean;
  /** A folder whose contents are accessed too. */
  readonly recursive?: boolean;
}

/** A path of a call: as written and, once checked on disk, where it really leads. */
export interface PathFact {
  readonly given: string;
  readonly access: 'read' | 'write' | 'delete';
  /** The folder that a relative path starts at. */
  readonly base: string;
  /** Absolute and normalized, without looking at the disk. */
  readonly lexical: string;
  /** Named by an argument, the folder to run in, or part of a command. */
  readonly origin: 'argument' | 'folder' | 'command';
  readonly possible: boolean;
  readonly recursive: boolean;
  /** With links resolved. */
  readonly real: string | undefined;
  readonly place: 'unchecked' | 'inside' | 'outside';
  readonly protected: boolean;
  readonly exists: boolean | undefined;
  /** Why no rule can approve it. */
  readonly concern: string | undefined;
}

/** Makes the fact about a path that starts at the folder `base`. */
export type PathFactOf = (use: PathUse, base: string, origin: PathFact['origin']) => PathFact;

/** The fact before the disk was looked at. */
export function pathFact(use: PathUse, base: string, origin: PathFact['origin']): PathFact {
  return {
    given: use.path,
    access: use.access,
    base,
    lexical: isAbsolute(use.path) && !DOTS.test(use.path) ? use.path : resolve(base, use.path),
    origin,
    possible: use.possible === true,
    recursive: use.recursive === true,
    real: undefined,
    place: 'unchecked',
    protected: false,
    exists: undefined,
    concern: undefined,
  };
}

/** An absolute path relative to a folder: '' for the folder itself, undefined if the path is not inside. */
export function relativeTo(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** Maps names that some file systems treat as the same, by case or Unicode normalization, to one form. */
export function foldPath(path: string): string {
  // Upper-casing first also maps the long s to s and the sharp s to ss, as such file systems do.
  return ASCII.test(path) ? path.toLowerCase() : path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Whether a path is written relative to the home folder: `~` or `~/x`. */
export function startsWithTilde(path: string): boolean {
  return path.charCodeAt(0) === TILDE && (path.length === 1 || path.charAt(1) === '/');
}

/** Why a person has to approve a path, whatever the rules say. */
export function boundaryConcern(path: PathFact): string | undefined {
  if (path.place === 'outside') return path.concern ?? `${path.given} is outside the workspace`;
  return path.protected && path.access !== 'read'
    ? `${path.given} is protected: it configures programs or this runtime`
    : undefined;
}

/** The fact about an absolute path that is already resolved. */
export function literalPathFact(path: string, access: PathFact['access']): PathFact {
  return {
    given: path,
    access,
    base: '/',
    lexical: path,
    origin: 'command',
    possible: false,
    recursive: false,
    real: undefined,
    place: 'unchecked',
    protected: false,
    exists: undefined,
    concern: undefined,
  };
}

const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)|\/\/|.\/$/;
const TILDE = 126;
const ASCII = /^[\u0000-\u007f]*$/;
