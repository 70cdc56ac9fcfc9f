import { wordSet } from '../words/word-set.ts';
import type { GitSetting } from './git-config.ts';

/** Whether a setting of the repository makes this subcommand start a program. */
export function runsSomething({ key, value }: GitSetting, subcommand: string, fetches = false): boolean {
  if (HARMLESS_VALUES.some(([keys, values]) => keys.test(key) && values.test(value))) return false;
  if (WHEN_READING.test(key)) return true;
  if (fetches && (WHEN_FETCHING.test(key) || WHEN_CONNECTING.test(key))) return true;
  if (isReading(subcommand)) return MERGING.has(subcommand) && WHEN_MERGING.test(key);
  if (key.startsWith('alias.')) return key === `alias.${subcommand.toLowerCase()}`;
  return WHEN_WRITING.test(key) || (CONNECTING.has(subcommand) && WHEN_CONNECTING.test(key));
}

/** Whether the repository lacks objects that git fetches when it needs them, also to read. */
export function isPartial({ key }: GitSetting): boolean {
  return PARTIAL.test(key);
}

/** Whether a subcommand only looks at the repository and its files. */
export function isReading(subcommand: string): boolean {
  return READING.has(subcommand);
}

/** Names of settings, in which `*` is anything, as one expression. */
function settings(...names: readonly string[]): RegExp {
  const patterns = names
    .join(' ')
    .split(' ')
    .map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*'));
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

const READING = wordSet(
  'status diff log show blame annotate grep ls-files ls-tree rev-parse rev-list describe name-rev branch tag config',
  'shortlog show-ref show-branch for-each-ref cat-file diff-tree diff-index diff-files whatchanged reflog merge-base',
  'count-objects check-ignore check-attr var cherry range-diff',
);
const CONNECTING = wordSet('fetch pull push ls-remote remote submodule archive');

const WHEN_READING = settings(
  'core.fsmonitor core.pager core.alternaterefscommand core.virtualfilesystem pager.* hook.*.command',
  'diff.external diff.*.command diff.*.textconv filter.*.clean filter.*.smudge filter.*.process',
  'gpg.program gpg.*.program',
);
const PARTIAL = settings('extensions.partialclone remote.*.promisor remote.*.partialclonefilter');
/** Merges are made once more to show what was changed in them. */
const MERGING = wordSet('log show whatchanged diff-tree reflog range-diff');
const WHEN_MERGING = settings('merge.*.driver');
const WHEN_FETCHING = settings('core.sshcommand core.askpass credential.helper credential.*.helper');
const WHEN_CONNECTING = settings(
  'core.gitproxy remote.*.uploadpack remote.*.receivepack remote.*.vcs protocol.allow protocol.*.allow',
  'url.*.insteadof url.*.pushinsteadof',
);
const WHEN_WRITING = settings(
  'core.editor sequence.editor core.askpass core.sshcommand credential.helper credential.*.helper',
  'merge.*.driver trailer.*.command trailer.*.cmd submodule.*.update tar.*.command interactive.difffilter',
  'mergetool.* difftool.* guitool.*',
);
const HARMLESS_VALUES: readonly (readonly [RegExp, RegExp])[] = [
  [settings('core.fsmonitor'), /^(?:true|false|yes|no|on|off|0|1|)$/i],
  [settings('filter.lfs.*'), /^git-lfs (?:clean -- %f|smudge -- %f|filter-process)$/],
  [settings('core.pager pager.*'), /^(?:cat|less|true|false|)$/],
  [settings('merge.*.driver'), /^true$/],
  [settings('submodule.*.update'), /^(?:checkout|rebase|merge|none)$/],
  [/^url\.(?:(?:https?|ssh|git):\/\/|[\w.-]+@[\w.-]+:)/, /^/],
];
