import { compileNameGlobs } from '@ku0/agent-runtime-tools-rules';
import { lazy } from '../../lazy.ts';
import { wordSet } from '../../words/word-set.ts';
import type { GitSetting } from './git-config.ts';

/** Whether a setting of the repository makes this subcommand start a program. */
export function startsProgram({ key, value }: GitSetting, subcommand: string, fetches = false): boolean {
  if (HARMLESS_VALUES.some(([keys, values]) => keys.test(key) && values.test(value))) return false;
  if (RUN_ON_READ.test(key)) return true;
  if (fetches && (RUN_ON_FETCH.test(key) || RUN_ON_CONNECT.test(key))) return true;
  if (isReadOnlySubcommand(subcommand)) return REMERGING_SUBCOMMANDS.has(subcommand) && RUN_ON_MERGE.test(key);
  if (key.startsWith('alias.')) return key === `alias.${subcommand.toLowerCase()}`;
  return RUN_ON_WRITE.test(key) || (NETWORK_SUBCOMMANDS.has(subcommand) && RUN_ON_CONNECT.test(key));
}

/** Whether git fetches missing objects on demand, even when it only reads. */
export function isPartialClone({ key }: GitSetting): boolean {
  return PARTIAL_CLONE_SETTINGS.test(key);
}

/** Whether a subcommand only reads the repository and its files. */
export function isReadOnlySubcommand(subcommand: string): boolean {
  return READ_ONLY_SUBCOMMANDS.has(subcommand);
}

/** Matches setting names, in which `*` is any text. Compiled on first use. */
function settingPattern(...names: readonly string[]): Pick<RegExp, 'test'> {
  const matches = lazy(() => compileNameGlobs(names.flatMap((line) => line.split(' '))));
  return { test: (key) => matches()(key) };
}

const READ_ONLY_SUBCOMMANDS = wordSet(
  'status diff log show blame annotate grep ls-files ls-tree rev-parse rev-list describe name-rev branch tag config',
  'shortlog show-ref show-branch for-each-ref cat-file diff-tree diff-index diff-files whatchanged reflog merge-base',
  'count-objects check-ignore check-attr var cherry range-diff',
);
const NETWORK_SUBCOMMANDS = wordSet('fetch pull push ls-remote remote submodule archive');

const RUN_ON_READ = settingPattern(
  'core.fsmonitor core.pager core.alternaterefscommand core.virtualfilesystem pager.* hook.*.command',
  'diff.external diff.*.command diff.*.textconv filter.*.clean filter.*.smudge filter.*.process',
  'gpg.program gpg.*.program',
);
const PARTIAL_CLONE_SETTINGS = settingPattern('extensions.partialclone remote.*.promisor remote.*.partialclonefilter');
/** They repeat merges to show what was changed in them. */
const REMERGING_SUBCOMMANDS = wordSet('log show whatchanged diff-tree reflog range-diff');
const RUN_ON_MERGE = settingPattern('merge.*.driver');
const RUN_ON_FETCH = settingPattern('core.sshcommand core.askpass credential.helper credential.*.helper');
const RUN_ON_CONNECT = settingPattern(
  'core.gitproxy remote.*.uploadpack remote.*.receivepack remote.*.vcs protocol.allow protocol.*.allow',
  'url.*.insteadof url.*.pushinsteadof',
);
const RUN_ON_WRITE = settingPattern(
  'core.editor sequence.editor core.askpass core.sshcommand credential.helper credential.*.helper',
  'merge.*.driver trailer.*.command trailer.*.cmd submodule.*.update tar.*.command interactive.difffilter',
  'mergetool.* difftool.* guitool.*',
);
const HARMLESS_VALUES: readonly (readonly [Pick<RegExp, 'test'>, RegExp])[] = [
  [settingPattern('core.fsmonitor'), /^(?:true|false|yes|no|on|off|0|1|)$/i],
  [settingPattern('filter.lfs.*'), /^git-lfs (?:clean -- %f|smudge -- %f|filter-process)$/],
  [settingPattern('core.pager pager.*'), /^(?:cat|less|true|false|)$/],
  [settingPattern('merge.*.driver'), /^true$/],
  [settingPattern('submodule.*.update'), /^(?:checkout|rebase|merge|none)$/],
  [/^url\.(?:(?:https?|ssh|git):\/\/|[\w.-]+@[\w.-]+:)/, /^/],
];
