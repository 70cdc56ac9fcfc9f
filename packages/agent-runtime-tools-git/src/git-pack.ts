import { definePack } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import { gitAddTool } from './git-add/git-add.tool.ts';
import { gitBlameTool } from './git-blame/git-blame.tool.ts';
import { gitBranchTool } from './git-branch/git-branch.tool.ts';
import { gitCheckoutTool } from './git-checkout/git-checkout.tool.ts';
import { gitCommitTool } from './git-commit/git-commit.tool.ts';
import { gitDiffTool } from './git-diff/git-diff.tool.ts';
import { gitLogTool } from './git-log/git-log.tool.ts';
import type { GitOptions } from './git-options.ts';
import { gitPushTool } from './git-push/git-push.tool.ts';
import { gitShowTool } from './git-show/git-show.tool.ts';
import { gitStashTool } from './git-stash/git-stash.tool.ts';
import { gitStatusTool } from './git-status/git-status.tool.ts';
import { packVersions } from './version.ts';

/** The tools for git repositories. */
export function gitPack(options: GitOptions = {}) {
  return definePack({
    name: 'git',
    ...packVersions,
    tools: [
      gitStatusTool(options),
      gitDiffTool(options),
      gitLogTool(options),
      gitShowTool(options),
      gitBlameTool(options),
      gitAddTool(options),
      gitCommitTool(options),
      gitBranchTool(options),
      gitCheckoutTool(options),
      gitStashTool(options),
      gitPushTool(options),
    ],
    services: {
      workspace: { provideWith: PROVIDE_WORKSPACE },
      processes: {
        provideWith: 'new ToolCoordinator({ services: { processes: createProcesses() } })',
        create: () => createProcesses(),
      },
    },
  });
}
