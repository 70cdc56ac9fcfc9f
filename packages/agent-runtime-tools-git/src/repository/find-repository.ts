import { dirname } from 'node:path';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import { FIRST_SETTINGS } from '../config/override-config.ts';
import { gitErrors } from '../errors.ts';
import type { GitSettings } from '../git-options.ts';
import { settingVariables } from '../run/git-environment.ts';
import { gitFailure } from '../run/git-failure.ts';
import { runGit } from '../run/run-git.ts';
import type { RepositoryLocation } from './check-location.ts';

/** Lets git find the repository of a folder. Does not look above the root of the workspace. Starts no program. */
export async function findRepository(
  folder: string,
  root: string,
  settings: GitSettings,
  context: ToolContext,
): Promise<RepositoryLocation> {
  const env = { ...settingVariables(FIRST_SETTINGS), GIT_CEILING_DIRECTORIES: dirname(root) };
  const output = await runGit({ args: LOCATE, cwd: folder, env }, settings, context);
  const [insideGitDir, insideWorkTree, gitDir, commonDir, top, ...rest] = output.stdout.toString('utf8').split('\n');
  if (insideGitDir === 'true') throw notHere('The folder is inside the data of a repository (.git).');
  if (insideWorkTree === 'false' || /safe\.bareRepository/i.test(output.stderr))
    throw notHere('The repository is bare: it has no files. The git tools need a repository with files.');
  if (output.exitCode !== 0) throw gitFailure(output, 'rev-parse');
  // A line break in a path would shift the lines.
  if (gitDir === undefined || commonDir === undefined || top === undefined || rest.length !== 1)
    throw notHere('The path of the repository has a line break, which is not supported.');
  return { folder: top, gitDir, commonDir };
}

const LOCATE = [
  'rev-parse',
  '--path-format=absolute',
  '--is-inside-git-dir',
  '--is-inside-work-tree',
  '--git-dir',
  '--git-common-dir',
  '--show-toplevel',
];

function notHere(message: string): ToolFailure {
  return new ToolFailure(gitErrors.NOT_A_REPOSITORY({ message }));
}
