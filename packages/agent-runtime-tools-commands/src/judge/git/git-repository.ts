import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { wordSet } from '../../words/word-set.ts';
import { isInside, listFolder } from '../paths/disk-reader.ts';
import { readGitConfig, readText, type GitSetting } from './git-config.ts';
import { isPartialClone, isReadOnlySubcommand, startsProgram } from './git-settings.ts';

/**
 * The reason why a git command would run other programs in this folder, or undefined. Settings and hooks of a
 * repository name programs, and they may come with a folder that nobody has reviewed. The folder is a real path.
 */
export function repositoryConcern(
  folder: string,
  subcommand: string,
  known: SettingsCache = new Map(),
): string | undefined {
  if (NEEDS_NO_REPOSITORY.has(subcommand)) return undefined;
  try {
    return inspectRepository(folder, subcommand, known);
  } catch {
    return 'the settings of the repository cannot be read';
  }
}

/** Settings by file, read at most once for each decision. */
export type SettingsCache = Map<string, readonly GitSetting[] | undefined>;

function inspectRepository(folder: string, subcommand: string, known: SettingsCache): string | undefined {
  const repository = findRepository(folder);
  if (repository === undefined) return undefined;
  let hooks = `${repository.commonDir}/hooks`;
  const files = [`${repository.commonDir}/config`, `${repository.gitDir}/config.worktree`];
  for (const file of files) if (!known.has(file)) known.set(file, readGitConfig(file));
  const fetches = files.some((file) => known.get(file)?.some(isPartialClone) === true);
  for (const file of files) {
    const settings = known.get(file);
    if (settings === undefined) return `the settings of the repository in ${file} cannot be read`;
    for (const setting of settings) {
      if (setting.key === 'core.hookspath') {
        hooks = posix.resolve(repository.topLevel, setting.value);
        if (setting.value.startsWith('~') && !isReadOnlySubcommand(subcommand))
          return 'the repository has its hooks elsewhere';
      } else if (setting.key === 'core.worktree') {
        const tree = posix.resolve(repository.gitDir, setting.value);
        if (!isInside(tree, repository.topLevel)) return 'the repository has its files elsewhere';
      } else if (startsProgram(setting, subcommand, fetches)) {
        return `the repository's own setting ${setting.key} runs ${JSON.stringify(setting.value)}`;
      }
    }
  }
  return hookConcern(hooks, subcommand);
}

export interface Repository {
  readonly topLevel: string;
  /** The git folder of this work tree, and the one that all work trees share. */
  readonly gitDir: string;
  readonly commonDir: string;
}

/** Finds the repository as git does: upwards from the folder, including bare repositories. */
export function findRepository(folder: string): Repository | undefined {
  for (let top = folder; ; top = posix.dirname(top)) {
    const own = gitDirOf(top);
    if (own !== undefined) {
      const shared = readText(`${own}/commondir`)?.trim();
      return { topLevel: top, gitDir: own, commonDir: shared === undefined ? own : posix.resolve(own, shared) };
    }
    if (top === '/' || top === '.') return undefined;
  }
}

function gitDirOf(folder: string): string | undefined {
  const dotGit = `${folder}/.git`;
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return dotGit;
  const link = stat === undefined ? undefined : /^gitdir:\s*(.*)$/m.exec(readText(dotGit) ?? '')?.[1];
  if (link !== undefined) return posix.resolve(folder, link.trim());
  const isBare = existsSync(`${folder}/HEAD`) && existsSync(`${folder}/objects`) && existsSync(`${folder}/refs`);
  return isBare ? folder : undefined;
}

function hookConcern(hooks: string, subcommand: string): string | undefined {
  if (isReadOnlySubcommand(subcommand)) {
    return existsSync(`${hooks}/post-index-change`) ? 'the repository has a hook post-index-change' : undefined;
  }
  const started = HOOKS_BY_SUBCOMMAND.get(subcommand) ?? ALL_HOOKS;
  const hook = listFolder(hooks)?.find((entry) => started.has(entry.name));
  return hook === undefined ? undefined : `the repository has a hook ${hook.name}`;
}

const NEEDS_NO_REPOSITORY = wordSet('init version help clone');
const ALL_HOOKS = wordSet(
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg',
  'post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update',
  'reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate post-index-change',
);
/** Subcommands that run only some hooks. */
const HOOKS_BY_SUBCOMMAND: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['add', 'stage', 'rm', 'mv'].map((name) => [name, wordSet('post-index-change')] as const),
  ...['fetch', 'remote', 'ls-remote'].map((name) => [name, wordSet('reference-transaction pre-auto-gc')] as const),
  ['push', wordSet('pre-push reference-transaction')],
]);
