import { splitAtNul } from '../config/read-config.ts';
import type { Repository } from '../repository/repository.ts';

export interface Branch {
  name: string;
  commit: string;
  subject: string;
  /** It is checked out. */
  current: boolean;
  upstream?: string;
  /** It is a branch of a remote, as it was at the last fetch. */
  remote?: true;
}

/** The local branches, then those of remotes; with a name, only that local branch. */
export async function listBranches(
  repository: Repository,
  limit: number,
  name?: string,
): Promise<{ branches: Branch[]; truncated: boolean }> {
  const { stdout } = await repository.run([
    'for-each-ref',
    `--count=${limit + 1}`,
    // Every field ends with NUL, and each ref with a line break.
    '--format=%(refname)%00%(refname:short)%00%(objectname)%00%(HEAD)%00%(upstream:short)%00%(symref)%00%(contents:subject)%00',
    ...(name === undefined ? ['refs/heads', 'refs/remotes'] : [`refs/heads/${name}`]),
  ]);
  const fields = splitAtNul(stdout).map((field) => field.toString('utf8'));
  const branches: Branch[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [ref = '', short = '', commit = '', head, upstream, symref, subject = ''] = fields.slice(at, at + FIELDS);
    // `origin/HEAD` only names another branch.
    if (symref !== '') continue;
    branches.push({
      name: short,
      commit,
      subject,
      current: head === '*',
      ...(upstream !== undefined && upstream !== '' && { upstream }),
      ...(ref.replace(/^\n/, '').startsWith('refs/remotes/') && { remote: true as const }),
    });
  }
  return { branches: branches.slice(0, limit), truncated: branches.length > limit };
}

const FIELDS = 7;
