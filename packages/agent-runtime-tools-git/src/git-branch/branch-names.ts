import { nearestNames, printable, ToolFailure, Type } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import type { Repository } from '../repository/repository.ts';

/** The name of a branch. git checks the rest; a text that begins with `-` could be read as an option and is refused. */
export function branchParameter(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 250,
    pattern: '^[^-\\s\\u0000-\\u001f~^:?*\\[\\\\][^\\s\\u0000-\\u001f~^:?*\\[\\\\]*$',
    examples: ['feature/search'],
  });
}

/** Throws if git does not accept the name for a new branch. */
export async function checkBranchName(repository: Repository, name: string): Promise<void> {
  const { exitCode } = await repository.try(['check-ref-format', `refs/heads/${name}`]);
  if (exitCode === 0 && name !== 'HEAD' && !OBJECT_ID.test(name)) return;
  throw new ToolFailure(
    gitErrors.INVALID_BRANCH_NAME({ message: `${printable(name)} cannot be the name of a branch.`, details: { name } }),
  );
}

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/** The commit of a local branch; undefined if there is no such branch. */
export async function branchCommit(repository: Repository, name: string): Promise<string | undefined> {
  const { stdout, exitCode } = await repository.try(['show-ref', '--verify', '--hash', `refs/heads/${name}`]);
  return exitCode === 0 ? stdout.toString('latin1').trim() : undefined;
}

/** The commit of a local branch. Throws and names similar branches if there is none. */
export async function existingBranch(repository: Repository, name: string): Promise<string> {
  const id = await branchCommit(repository, name);
  if (id !== undefined) return id;
  const listed = await repository.run([
    'for-each-ref',
    '--count=2000',
    '--format=%(refname:short)',
    'refs/heads',
    'refs/remotes',
  ]);
  const names = listed.stdout.toString('utf8').split('\n').filter(Boolean);
  const remote = names.find((known) => known.slice(known.indexOf('/') + 1) === name && known.includes('/'));
  const similar = nearestNames(name, names);
  throw new ToolFailure(
    gitErrors.UNKNOWN_REVISION({
      message: `There is no branch ${printable(name)}.`,
      ...(remote !== undefined
        ? { suggestion: `Create it from ${remote}: give the name in create and ${remote} in from.` }
        : similar.length > 0 && { suggestion: `Did you mean ${similar.join(', ')}?` }),
      details: { branch: name },
    }),
  );
}

/** Throws if the branch exists. */
export async function checkFree(repository: Repository, name: string): Promise<void> {
  await checkBranchName(repository, name);
  if ((await branchCommit(repository, name)) !== undefined)
    throw new ToolFailure(
      gitErrors.BRANCH_EXISTS({ message: `The branch ${printable(name)} exists already.`, details: { branch: name } }),
    );
}
