import { existsSync, readFileSync, statSync } from 'node:fs';
import { isInside, realPath } from '../judge/paths/disk-reader.ts';
import { findRepository } from '../judge/git/git-repository.ts';
import { hasNestedRepositories } from './git-index.ts';

/**
 * The reason why git may do more than read in this folder, or undefined. Settings, hooks and nested repositories can
 * name programs, so the repository has to be in the workspace and all of its settings have to be known as harmless.
 */
export function repositoryObjection(folder: string, roots: readonly string[]): string | undefined {
  try {
    return inspectRepository(folder, roots);
  } catch {
    return 'the repository cannot be inspected';
  }
}

function inspectRepository(folder: string, roots: readonly string[]): string | undefined {
  const repository = findRepository(folder);
  if (repository === undefined) return 'there is no repository';
  const { topLevel: top, gitDir: own, commonDir: common } = repository;
  for (const place of [top, own, common]) {
    const real = realPath('/', place);
    if (real === undefined || !roots.some((root) => isInside(real, root))) return `${place} is outside the workspace`;
  }
  if (!isRepository(own, common)) return `${own} is not a repository that git would take`;
  for (const file of [`${common}/config`, `${own}/config.worktree`]) {
    const key = existsSync(file) ? unknownSetting(readSmall(file)) : undefined;
    if (key !== undefined) return `the repository's setting ${key} is not known to start nothing`;
  }
  if (existsSync(`${common}/hooks/post-index-change`)) return 'the repository has a hook post-index-change';
  if (existsSync(`${common}/objects/info/alternates`)) return 'the repository takes objects from elsewhere';
  const index = `${own}/index`;
  if (existsSync(index) && hasNestedRepositories(readIndex(index))) {
    return 'the repository has submodules with settings of their own';
  }
  return undefined;
}

/** When the nearest repository is incomplete, git uses one further up, with other settings. */
function isRepository(own: string, common: string): boolean {
  return isFolder(`${common}/objects`) && isFolder(`${common}/refs`) && HEAD.test(readSmall(`${own}/HEAD`));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * The first setting that is not known to be harmless, or the first line that is not in the simplest form. Lines that
 * git might parse differently are not proven.
 */
export function unknownSetting(text: string): string | undefined {
  let section = '';
  for (const line of text.split('\n')) {
    if (/^\s*(?:[#;][^\r]*)?$/.test(line)) continue;
    const header = /^\s*\[([A-Za-z][A-Za-z0-9.-]*)(?: "([^"\\\r]*)")?\]\s*$/.exec(line);
    if (header !== null) {
      section = (header[1] ?? '').toLowerCase() + (header[2] === undefined ? '' : '.*');
      continue;
    }
    const setting = /^\s*([A-Za-z][A-Za-z0-9-]*) *= *([^"\\#;\r]*)$/.exec(line);
    const key = `${section}.${(setting?.[1] ?? '').toLowerCase()}`;
    if (setting === null) return line.trim().slice(0, 60);
    if (!HARMLESS_SETTINGS.some((known) => known.test(key))) return key;
    if (key === 'core.fsmonitor' && setting[2]?.trim() !== 'false') return key;
  }
  return undefined;
}

function readSmall(file: string): string {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > MAX_CONFIG) throw new Error('the settings are too long');
  return readFileSync(file, 'utf8');
}

function readIndex(file: string): Buffer {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > MAX_INDEX) throw new Error('the index is too long');
  return readFileSync(file);
}

const HEAD = /^(?:ref: refs\/[^\s]+|[0-9a-f]{40})\n?$/;
const HARMLESS_SETTINGS: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|untrackedcache|abbrev|compression|fsmonitor)$/,
  /^remote\.\*\.(?:url|pushurl|fetch|push|tagopt|prune)$/,
  /^branch\.\*\.(?:remote|merge|rebase|pushremote|description|vscode-merge-base|gh-merge-base)$/,
  /^branch\.(?:autosetupmerge|autosetuprebase|sort)$/,
  /^(?:user|author|committer)\.(?:name|email|signingkey)$/,
  /^(?:pull|push|fetch|rebase|merge|init|advice|color|gc|pack|rerere|index|tag|status|commit)\.(?!.*(?:template|cleanup|driver|showuntrackedfiles|submodule))[a-z]+$/,
  /^color\.\*\.[a-z]+$/,
  /^diff\.(?:algorithm|renames|renamelimit|mnemonicprefix|noprefix|colormoved|context)$/,
  /^extensions\.worktreeconfig$/,
];
const MAX_CONFIG = 200_000;
const MAX_INDEX = 16 * 1024 * 1024;
