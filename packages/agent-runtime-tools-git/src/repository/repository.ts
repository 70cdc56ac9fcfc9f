import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { requireWorkspace, workingFolder, workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { FIRST_SETTINGS, overrideConfig } from '../config/override-config.ts';
import type { Setting } from '../config/override-config.ts';
import { LIST_CONFIG, parseConfig } from '../config/read-config.ts';
import type { ConfigEntry } from '../config/read-config.ts';
import { gitErrors } from '../errors.ts';
import type { GitSettings } from '../git-options.ts';
import { checkVersion } from '../run/check-version.ts';
import { settingVariables } from '../run/git-environment.ts';
import { gitFailure } from '../run/git-failure.ts';
import { runGit } from '../run/run-git.ts';
import type { GitCommand, GitOutput } from '../run/run-git.ts';
import { checkLocation, isWithin } from './check-location.ts';
import type { RepositoryLocation } from './check-location.ts';
import { findRepository } from './find-repository.ts';

/** What a tool is called with, and how its pack is configured. */
export interface GitCall {
  readonly settings: GitSettings;
  readonly context: ToolContext;
}

export interface OpenOptions {
  /** A folder of the repository. Default: the working folder of the call. */
  readonly repository?: string | undefined;
  /** The call adds content to the repository or checks files out, so filters that are switched off matter. */
  readonly writes?: boolean;
}

/** A repository that was found to be inside the workspace, with its dangerous settings switched off. */
export interface Repository extends RepositoryLocation {
  readonly workspace: Workspace;
  /** The folder as tools show it and accept it. */
  readonly display: string;
  readonly config: readonly ConfigEntry[];
  /** Runs git in the top folder. An exit code other than 0 is a result. */
  try(args: readonly string[], options?: RunOptions): Promise<GitOutput>;
  /** The same, but throws a ToolFailure for an exit code other than 0. */
  run(args: readonly string[], options?: RunOptions): Promise<GitOutput>;
  /** The error of a command that failed. */
  failure(output: GitOutput, command: string): ToolFailure;
  /** A path of git, relative to the top folder, as tools show it and accept it. */
  shown(path: string): string;
  /** An ignore file of the workspace hides the path from tools. */
  isHidden(path: string): boolean;
}

export type RunOptions = Partial<Pick<GitCommand, 'env' | 'input' | 'maxBytes'>>;

/** Finds the repository of a call, checks where it lies, and reads its settings before anything else is run in it. */
export async function openRepository(
  { settings, context }: GitCall,
  { repository: asked, writes = false }: OpenOptions = {},
): Promise<Repository> {
  const workspace = requireWorkspace(context);
  const folder = await workingFolder(workspace, { cwd: context.cwd, asked });
  const roots = await workspace.roots();
  const root = roots.filter((path) => isWithin(path, folder)).toSorted((a, b) => b.length - a.length)[0] ?? folder;
  await checkVersion(settings, folder, context);
  const location = await findRepository(folder, root, settings, context);
  await checkLocation(location, { roots, repositoryFolders: settings.repositoryFolders });
  const pinned = { GIT_DIR: location.gitDir, GIT_WORK_TREE: location.folder };
  const inFolder = (args: readonly string[], variables: Readonly<Record<string, string>>, options: RunOptions = {}) =>
    runGit(
      { ...options, args, cwd: location.folder, env: { ...pinned, ...variables, ...options.env } },
      settings,
      context,
    );
  const listed = await inFolder(LIST_CONFIG, settingVariables(FIRST_SETTINGS));
  if (listed.exitCode !== 0) throw gitFailure(listed, 'config');
  const config = parseConfig(listed.stdout, (file) => resolve(location.folder, file));
  const overrides = overrideConfig(config, {
    isTrusted: (entry) => isTrusted(entry, [...roots, location.gitDir, location.commonDir]),
    allowHooks: settings.allowHooks,
    allowSigning: settings.allowSigning,
    allowDrivers: settings.allowDrivers,
    requireFilters: writes,
  });
  const submodules = await submoduleSettings(location, (args) => inFolder(args, settingVariables(FIRST_SETTINGS)));
  const variables = settingVariables([...overrides, ...submodules]);
  const { display } = await workspace.resolve(location.folder, { access: 'stat' });
  const hides = await workspace.hiddenPathMatcher();
  const failure = (output: GitOutput, command: string): ToolFailure => {
    const stderr = output.stderr.replaceAll(`${location.folder}/`, '').replaceAll(location.folder, '.');
    return gitFailure({ ...output, stderr }, command);
  };
  const attempt: Repository['try'] = (args, options) => inFolder(args, variables, options);
  return {
    ...location,
    workspace,
    display,
    config,
    try: attempt,
    async run(args, options) {
      const output = await attempt(args, options);
      if (output.exitCode === 0 || output.truncated) return output;
      throw failure(output, args[0] ?? '');
    },
    failure,
    shown: (path) => (display === '.' ? path : join(display, path)),
    isHidden: (path) => hides(join(location.folder, path)),
  };
}

/** Settings of the user and the system, unless their file lies in the workspace or in the repository. */
function isTrusted({ scope, file }: ConfigEntry, untrusted: readonly string[]): boolean {
  if (scope === 'command') return true;
  if (scope !== 'system' && scope !== 'global') return false;
  return file !== undefined && !untrusted.some((folder) => isWithin(folder, file));
}

/**
 * Keeps git from starting itself in submodules, whose own settings nobody has read. `submodule.<name>.ignore` in
 * `.gitmodules` counts more than `diff.ignoreSubmodules`, and a setting of the repository counts more than `.gitmodules`.
 */
async function submoduleSettings(
  { folder }: RepositoryLocation,
  run: (args: readonly string[]) => Promise<GitOutput>,
): Promise<Setting[]> {
  const isThere = await stat(join(folder, '.gitmodules')).catch(() => undefined);
  if (isThere?.isFile() !== true) return [];
  const listed = await run(['config', '--file', '.gitmodules', '--no-includes', '--name-only', '--list', '-z']);
  const names = new Set<string>();
  for (const key of listed.stdout.toString('utf8').split('\0')) {
    const name = /^submodule\.(.+)\.[^.]+$/s.exec(key)?.[1];
    if (name !== undefined) names.add(name);
  }
  if (names.size > MAX_SUBMODULES || listed.truncated)
    throw new ToolFailure(gitErrors.UNSAFE_CONFIGURATION({ message: 'The file .gitmodules has too many submodules.' }));
  return [...names].map((name) => [`submodule.${name}.ignore`, 'dirty'] as const);
}

const MAX_SUBMODULES = 2000;

/**
 * A path that a call gave, relative to the top folder of the repository; '' for the top folder itself. The path does not have
 * to exist: it may have been deleted, or be on another branch. Links in its folders are followed, its last name is not.
 */
export async function repositoryPath(path: string, repository: Repository, context: ToolContext): Promise<string> {
  const real = await realPlace(path, repository.workspace, context.cwd);
  if (!isWithin(repository.folder, real))
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({
        message: `${path} is not in the repository ${repository.display}.`,
        suggestion: 'Give the folder of the other repository in `repository`.',
      }),
    );
  const inside = relative(repository.folder, real);
  if (repository.isHidden(inside))
    throw new ToolFailure(workspaceErrors.PATH_IGNORED({ message: `${path} is hidden from tools by an ignore file.` }));
  return inside;
}

async function realPlace(path: string, workspace: Workspace, cwd: string): Promise<string> {
  const absolute = resolve(await workingFolder(workspace, { cwd }), path);
  const whole = await workspace.resolve(absolute, { access: 'stat' }).catch(() => undefined);
  if (whole?.relative === '.') return whole.path;
  // Deleted folders do not exist any more: the deepest one that does is checked.
  const missing: string[] = [absolute.slice(dirname(absolute).length).replace(/^\//, '')];
  for (let folder = dirname(absolute); ; folder = dirname(folder)) {
    try {
      const found = await workspace.resolve(folder, { access: 'stat' });
      return join(found.path, ...missing);
    } catch (error) {
      const isMissing = error instanceof ToolFailure && error.error.code === 'FILE_NOT_FOUND';
      if (!isMissing || folder === dirname(folder)) throw error;
      missing.unshift(folder.slice(dirname(folder).length).replace(/^\//, ''));
    }
  }
}
