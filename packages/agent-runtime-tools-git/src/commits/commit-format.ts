import { Type } from '@ku0/agent-runtime-tools-core';
import { splitAtNul } from '../config/read-config.ts';

export interface Commit {
  id: string;
  parents: string[];
  author: { name: string; email: string; date: string };
  committer: { name: string; email: string; date: string };
  /** The first paragraph of the message as one line. */
  subject: string;
  /** The rest of the message. */
  body: string;
  /** Branches and tags that point to it. */
  refs: string[];
}

export const commitSchema = {
  id: Type.String(),
  parents: Type.Array(Type.String()),
  author: Type.Object({ name: Type.String(), email: Type.String(), date: Type.String() }),
  committer: Type.Object({ name: Type.String(), email: Type.String(), date: Type.String() }),
  subject: Type.String(),
  body: Type.String(),
  refs: Type.Array(Type.String({ description: 'A branch or tag that points to it.' })),
};

/** Arguments that print commits for `parseCommits`. The format is ours; programs and settings of the repository have no part. */
export const COMMIT_FORMAT = [
  '-z',
  '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%s%x00%b%x00%D',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-show-signature',
  '--no-mailmap',
  '--no-notes',
  '--decorate=short',
  '--encoding=UTF-8',
] as const;

const FIELDS = 11;

/** Parses what git printed with `COMMIT_FORMAT`: eleven fields for each commit. */
export function parseCommits(output: Buffer): Commit[] {
  const fields = splitAtNul(output).map((field) => field.toString('utf8'));
  const commits: Commit[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [id = '', parents = '', ...rest] = fields.slice(at, at + FIELDS);
    const [
      name = '',
      email = '',
      date = '',
      byName = '',
      byEmail = '',
      byDate = '',
      subject = '',
      body = '',
      refs = '',
    ] = rest;
    commits.push({
      id,
      parents: parents.split(' ').filter(Boolean),
      author: { name, email, date },
      committer: { name: byName, email: byEmail, date: byDate },
      subject,
      body: body.trimEnd(),
      // A ref has no blanks, so `, ` separates them.
      refs: refs.split(', ').filter(Boolean),
    });
  }
  return commits;
}
