import { definePack } from '@ku0/agent-runtime-tools-core';
import { extractConventionsTool } from './conventions/extract-conventions.tool.ts';
import { detectProjectTypeTool } from './detect/detect-project-type.tool.ts';
import { getProjectOverviewTool } from './overview/get-project-overview.tool.ts';
import { packVersions } from './version.ts';

/** The tools that tell what a project is and how its code is written. */
export function projectPack() {
  return definePack({
    name: 'project',
    ...packVersions,
    tools: [detectProjectTypeTool, extractConventionsTool, getProjectOverviewTool],
    services: { workspace: { provideWith: "services: { workspace: createWorkspace({ roots: ['.'] }) }" } },
  });
}
