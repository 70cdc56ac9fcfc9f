import { sep } from 'node:path';
import { refuse } from '../errors.ts';
import { pathFailures } from './path-failures.ts';
import type { LocatedPath, PathAccess, ResolvedPath, ResolveOptions } from './resolved-path.ts';

/** Checks one kind of access to a path, without looking at the disk again. Throws the reason why it is refused. */
export function checkAccess(
  located: LocatedPath,
  { access, allowProtected = false }: Pick<ResolveOptions, 'access' | 'allowProtected'>,
): ResolvedPath {
  const { input, readOnly, deadLink, fileOnTheWay, ...resolved } = located;
  if (deadLink !== undefined) refuse(pathFailures.deadLink(input, deadLink, access));
  if (fileOnTheWay !== undefined) refuse(pathFailures.belowFile(input, fileOnTheWay, access));
  if (endsAsFolder(input) && resolved.exists && resolved.kind !== 'directory' && access !== 'list')
    refuse(pathFailures.notFolder(input));
  checkKind(resolved, access, input);
  if (!isChange(access)) return resolved;
  if (readOnly) refuse(pathFailures.readOnly(input));
  if (resolved.relative === '.') refuse(pathFailures.isRoot(input));
  if (access === 'delete' && resolved.kind === 'other') refuse(pathFailures.special(input));
  if (resolved.protected && !allowProtected) refuse(pathFailures.protectedName(input));
  return resolved;
}

export function isChange(access: PathAccess): boolean {
  return access === 'write' || access === 'create' || access === 'delete';
}

function endsAsFolder(input: string): boolean {
  return input.endsWith('/') || input.endsWith(sep) || input.endsWith(`${sep}.`);
}

function checkKind({ kind }: ResolvedPath, access: PathAccess, input: string): void {
  if (kind === undefined) {
    if (access !== 'write' && access !== 'create') refuse(pathFailures.absent(input));
    return;
  }
  if (access === 'create') refuse(pathFailures.taken(input));
  if (access === 'list' && kind !== 'directory') refuse(pathFailures.notFolder(input));
  if (access !== 'read' && access !== 'write') return;
  if (kind === 'directory') refuse(pathFailures.isFolder(input));
  if (kind !== 'file') refuse(pathFailures.special(input));
}
