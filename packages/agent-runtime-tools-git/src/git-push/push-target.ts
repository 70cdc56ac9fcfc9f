import { coreErrors, nearestNames, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { splitKey } from '../config/override-config.ts';
import { gitErrors } from '../errors.ts';
import { existingBranch } from '../git-branch/branch-names.ts';
import { currentBranch } from '../git-commit/git-commit.ts';
import type { Repository } from '../repository/repository.ts';
import { findCommit } from '../repository/resolve-revision.ts';
import { maskCredentials } from '../run/mask-credentials.ts';

/** What is pushed, and where to. */
export interface PushTarget {
  readonly remote: string;
  /** As git would use them, with passwords. */
  readonly addresses: readonly string[];
  readonly branch: string;
  /** The commit of the branch. */
  readonly commit: string;
  /** The branch of the remote. */
  readonly to: string;
  /** The commit of that branch at the last fetch or push; undefined if it is not known. */
  readonly known: string | undefined;
}

export interface PushChoice {
  readonly remote?: string;
  readonly branch?: string;
  readonly to?: string;
}

/** Finds out where a push goes to: to what the call names, to the upstream, or to a branch of the same name at the only remote. */
export async function pushTarget(
  { remote: askedRemote, branch: askedBranch, to: askedTo }: PushChoice,
  repository: Repository,
  protocols: readonly string[],
): Promise<PushTarget> {
  const branch = askedBranch ?? (await currentBranch(repository));
  if (branch === undefined)
    throw new ToolFailure(coreErrors.VALIDATION_ERROR({ message: 'HEAD is detached: give the branch to push.' }));
  const commit = await existingBranch(repository, branch);
  const settingOf = (key: string): string | undefined =>
    repository.config.findLast((entry) => entry.key === key)?.value;
  const remotes = remotesOf(repository);
  const upstreamRemote = settingOf(`branch.${branch}.remote`);
  const remote =
    askedRemote ??
    settingOf(`branch.${branch}.pushremote`) ??
    settingOf('remote.pushdefault') ??
    upstreamRemote ??
    (remotes.length === 1 ? remotes[0] : 'origin') ??
    'origin';
  if (!remotes.includes(remote)) throw unknownRemote(remote, remotes);
  const merge = settingOf(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '');
  const to = askedTo ?? (upstreamRemote === remote ? merge : undefined) ?? branch;
  const printed = await repository.run(['remote', 'get-url', '--push', '--all', '--end-of-options', remote]);
  const addresses = printed.stdout.toString('utf8').split('\n').filter(Boolean);
  for (const address of addresses) checkProtocol(address, protocols);
  const known = await findCommit(repository, `refs/remotes/${remote}/${to}`);
  return { remote, addresses, branch, commit, to, known };
}

function remotesOf({ config }: Repository): string[] {
  const names = config.flatMap(({ key }) => {
    const { section, name, variable } = splitKey(key);
    return section === 'remote' && name !== undefined && (variable === 'url' || variable === 'pushurl') ? [name] : [];
  });
  return [...new Set(names)];
}

/** Throws for an address that git would reach in a way that the host has not allowed, such as by running a program. */
function checkProtocol(address: string, protocols: readonly string[]): void {
  const protocol = protocolOf(address);
  if (protocols.includes(protocol)) return;
  throw new ToolFailure(
    gitErrors.PROTOCOL_NOT_ALLOWED({
      message: `The remote is at ${printable(maskCredentials(address))}, and pushing with ${printable(protocol)} is not allowed.`,
      details: { protocol },
    }),
  );
}

/**
 * As git reads an address:
 *
 *     https://example.com/a    https
 *     git@example.com:a        ssh
 *     ext::sh -c id            ext
 *     ../a                     file
 */
function protocolOf(address: string): string {
  const helper = /^([A-Za-z0-9][A-Za-z0-9+.-]*)::/.exec(address)?.[1];
  if (helper !== undefined) return helper;
  const scheme = /^([A-Za-z0-9][A-Za-z0-9+.-]*):\/\//.exec(address)?.[1]?.toLowerCase();
  if (scheme !== undefined) return scheme === 'git+ssh' || scheme === 'ssh+git' ? 'ssh' : scheme;
  return /^[^/]*:/.test(address) ? 'ssh' : 'file';
}

function unknownRemote(remote: string, remotes: readonly string[]): ToolFailure {
  const similar = nearestNames(remote, remotes);
  const known =
    remotes.length === 0 ? 'The repository has no remotes.' : `Known remotes: ${remotes.slice(0, 20).join(', ')}.`;
  return new ToolFailure(
    gitErrors.UNKNOWN_REMOTE({
      message: `There is no remote ${printable(remote)}.`,
      suggestion: similar.length > 0 ? `Did you mean ${similar.join(', ')}?` : known,
      details: { remote },
    }),
  );
}
