import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { wordSet } from '../words/word-set.ts';
import { isInside, listFolder } from './file-system.ts';
import { readGitConfig, readText, type GitSetting } from './git-config.ts';
import { isPartial, isReading, runsSomething } from './git-settings.ts';

/**
 * Why a git command runs more than git in this folder: a repository's own settings and hooks name programs, and they
 * can come with a folder that nobody has looked at. The folder is given without symbolic links.
 */
export function repositoryConcern(
  folder: string,
  subcommand: string,
  known: KnownSettings = new Map(),
): string | undefined {
  if (WITHOUT_REPOSITORY.has(subcommand)) return undefined;
  try {
    return inspect(folder, subcommand, known);
  } catch {
    return 'the settings of the repository cannot be read';
  }
}

/** Settings by file, as far as they have been read for this decision. */
export type KnownSettings = Map<string, readonly GitSetting[] | undefined>;

function inspect(folder: string, subcommand: string, known: KnownSettings): string | undefined {
  const repository = findRepository(folder);
  if (repository === undefined) return undefined;
  let hooks = `${repository.common}/hooks`;
  const files = [`${repository.common}/config`, `${repository.own}/config.worktree`];
  for (const file of files) if (!known.has(file)) known.set(file, readGitConfig(file));
  const fetches = files.some((file) => known.get(file)?.some(isPartial) === true);
  for (const file of files) {
    const settings = known.get(file);
    if (settings === undefined) return `the settings of the repository in ${file} cannot be read`;
    for (const setting of settings) {
      if (setting.key === 'core.hookspath') {
        hooks = posix.resolve(repository.top, setting.value);
        if (setting.value.startsWith('~') && !isReading(subcommand)) return 'the repository has its hooks elsewhere';
      } else if (setting.key === 'core.worktree') {
        const tree = posix.resolve(repository.own, setting.value);
        if (!isInside(tree, repository.top)) return 'the repository has its files elsewhere';
      } else if (runsSomething(setting, subcommand, fetches)) {
        return `the repository's own setting ${setting.key} runs ${JSON.stringify(setting.value)}`;
      }
    }
  }
  return hookConcern(hooks, subcommand);
}

export interface Repository {
  readonly top: string;
  /** The folder with this work tree's own files, and the one that all work trees share. */
  readonly own: string;
  readonly common: string;
}

/** As git looks for it: upwards, and a folder that is itself a repository counts. */
export function findRepository(folder: string): Repository | undefined {
  for (let top = folder; ; top = posix.dirname(top)) {
    const own = repositoryIn(top);
    if (own !== undefined) {
      const shared = readText(`${own}/commondir`)?.trim();
      return { top, own, common: shared === undefined ? own : posix.resolve(own, shared) };
    }
    if (top === '/' || top === '.') return undefined;
  }
}

function repositoryIn(folder: string): string | undefined {
  const dotGit = `${folder}/.git`;
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return dotGit;
  const link = stat === undefined ? undefined : /^gitdir:\s*(.*)$/m.exec(readText(dotGit) ?? '')?.[1];
  if (link !== undefined) return posix.resolve(folder, link.trim());
  const isBare = existsSync(`${folder}/HEAD`) && existsSync(`${folder}/objects`) && existsSync(`${folder}/refs`);
  return isBare ? folder : undefined;
}

function hookConcern(hooks: string, subcommand: string): string | undefined {
  if (isReading(subcommand)) {
    return existsSync(`${hooks}/post-index-change`) ? 'the repository has a hook post-index-change' : undefined;
  }
  const started = HOOKS_OF.get(subcommand) ?? HOOKS;
  const hook = listFolder(hooks)?.find((entry) => started.has(entry.name));
  return hook === undefined ? undefined : `the repository has a hook ${hook.name}`;
}

const WITHOUT_REPOSITORY = wordSet('init version help clone');
const HOOKS = wordSet(
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg',
  'post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update',
  'reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate post-index-change',
);
/** The subcommands that start only few of them. */
const HOOKS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['add', 'stage', 'rm', 'mv'].map((name) => [name, wordSet('post-index-change')] as const),
  ...['fetch', 'remote', 'ls-remote'].map((name) => [name, wordSet('reference-transaction pre-auto-gc')] as const),
  ['push', wordSet('pre-push reference-transaction')],
]);
