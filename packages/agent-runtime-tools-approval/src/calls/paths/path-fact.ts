import { isAbsolute, resolve } from 'node:path';
import type { PathUse } from './path-use.ts';

/** A path of a call: as written, and, once it was checked, where it really leads. */
export interface PathFact {
  readonly given: string;
  readonly access: 'read' | 'write' | 'delete';
  /** The folder that it was read from. */
  readonly base: string;
  /** Absolute and normalised by its letters alone. */
  readonly lexical: string;
  /** An argument, the folder to run in, or a path inside a command. */
  readonly origin: 'argument' | 'folder' | 'command';
  readonly possible: boolean;
  readonly recursive: boolean;
  /** With links resolved. */
  readonly real: string | undefined;
  readonly place: 'unchecked' | 'inside' | 'outside';
  readonly protected: boolean;
  readonly exists: boolean | undefined;
  /** Why it cannot be consented to by a rule. */
  readonly concern: string | undefined;
}

/** Makes the fact about a path that is read from a folder. */
export type PathFactOf = (use: PathUse, base: string, origin: PathFact['origin']) => PathFact;

/** By its letters alone. */
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

/** The part of an absolute path below a folder, '' for the folder itself; undefined when it lies elsewhere. */
export function relativeTo(folder: string, path: string): string | undefined {
  if (path === folder) return '';
  const start = folder.endsWith('/') ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** Some disks take names for the same that differ in case, or in how their accents are written. */
export function foldPath(path: string): string {
  // Going through capitals brings together what such disks do: a long s with an s, a sharp s with two.
  return ASCII.test(path) ? path.toLowerCase() : path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Written as a path below the home folder. */
export function startsWithTilde(path: string): boolean {
  return path.charCodeAt(0) === TILDE && (path.length === 1 || path.charAt(1) === '/');
}

/** Why a path of a call needs a person, whatever the rules say. */
export function boundaryConcern(path: PathFact): string | undefined {
  if (path.place === 'outside') return path.concern ?? `${path.given} is outside the workspace`;
  return path.protected && path.access !== 'read'
    ? `${path.given} is protected: it configures programs or this runtime`
    : undefined;
}

/** A path that stands for itself. */
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
