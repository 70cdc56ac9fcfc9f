import { definePack } from '@ku0/agent-runtime-tools-core';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import { extractConventionsTool } from './conventions/extract-conventions.tool.ts';
import { detectProjectTypeTool } from './detect/detect-project-type.tool.ts';
import { formatCodeTool } from './format-code/format-code.tool.ts';
import { installPackageTool } from './install-package/install-package.tool.ts';
import { getProjectOverviewTool } from './overview/get-project-overview.tool.ts';
import type { ProjectOptions } from './project-options.ts';
import { runTestsTool } from './run-tests/run-tests.tool.ts';
import { packVersions } from './version.ts';

/** The tools that tell what a project is, and that run its tests, formatters and package manager. */
export function projectPack(options: ProjectOptions = {}) {
  return definePack({
    name: 'project',
    ...packVersions,
    tools: [
      detectProjectTypeTool,
      extractConventionsTool,
      getProjectOverviewTool,
      runTestsTool(options),
      formatCodeTool(options),
      installPackageTool(options),
    ],
    services: {
      workspace: { provideWith: PROVIDE_WORKSPACE },
      processes: { provideWith: 'services: { processes: createProcesses() }', create: () => createProcesses() },
    },
  });
}
