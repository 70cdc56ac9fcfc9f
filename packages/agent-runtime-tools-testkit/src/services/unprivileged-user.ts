import { readFileSync } from 'node:fs';

/** The ids of a user, as `spawn` and `chown` take them. */
export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/** Servers that refuse to run as root get the first of these users that exists. Undefined if this process is not root. */
export function unprivilegedUser(names: readonly string[]): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const found = names.map((name) => users.get(name)).find((ids) => ids !== undefined);
  if (!found) throw new Error(`No user is called ${names.join(' or ')}; the server does not run as root.`);
  return found;
}
