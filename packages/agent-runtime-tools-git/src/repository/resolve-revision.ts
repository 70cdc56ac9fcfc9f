import { nearestNames, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import type { Repository } from './repository.ts';

/** The full id of the commit that a revision names. Later commands get the id, never the text. */
export async function resolveRevision(repository: Repository, revision: string): Promise<string> {
  const id = await findCommit(repository, revision);
  if (id !== undefined) return id;
  const listed = await repository.try(['for-each-ref', '--count=2000', '--format=%(refname:short)']);
  const names = listed.stdout.toString('utf8').split('\n').filter(Boolean);
  const similar = nearestNames(revision, names);
  throw new ToolFailure(
    gitErrors.UNKNOWN_REVISION({
      message: `There is no commit ${printable(revision)}.`,
      ...(similar.length > 0 && { suggestion: `Did you mean ${similar.join(', ')}?` }),
      details: { revision },
    }),
  );
}

/** Undefined if there is no such commit, for example no commit at all. */
export async function findCommit(repository: Repository, revision: string): Promise<string | undefined> {
  const output = await repository.try(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  const id = output.stdout.toString('latin1').trim();
  return output.exitCode === 0 && OBJECT_ID.test(id) ? id : undefined;
}

const OBJECT_ID = /^[0-9a-f]{40,64}$/;

/** The id of the tree without files, which is the state before the first commit. */
export async function emptyTree(repository: Repository): Promise<string> {
  const { stdout } = await repository.run(['hash-object', '-t', 'tree', '--stdin']);
  return stdout.toString('latin1').trim();
}
