import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { ToolContext } from '@ku0/agent-runtime-tools-core';
import type { GitSettings } from '../git-options.ts';
import { runGit } from './run-git.ts';

/**
 * Throws if git is too old to read settings from GIT_CONFIG_COUNT: it would ignore what switches programs off. Looks once
 * per settings object.
 */
export async function checkVersion(settings: GitSettings, cwd: string, context: ToolContext): Promise<void> {
  if (checked.has(settings)) return;
  const { stdout } = await runGit({ args: ['version'], cwd, env: {} }, settings, context);
  const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(stdout.toString('latin1')) ?? [];
  if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < MINOR))
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `The git tools need git 2.${MINOR} or newer; ${settings.gitPath} is ${major}.${minor}.`,
        suggestion: 'Tell the person to install a newer git, or to set gitPack({ gitPath }).',
      }),
    );
  checked.add(settings);
}

const MINOR = 31;
const checked = new WeakSet<GitSettings>();
