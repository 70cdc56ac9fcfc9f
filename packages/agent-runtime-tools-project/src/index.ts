export { projectPack } from './project-pack.ts';
export { detectProjectTypeTool } from './detect/detect-project-type.tool.ts';
export { extractConventionsTool } from './conventions/extract-conventions.tool.ts';
export { getProjectOverviewTool } from './overview/get-project-overview.tool.ts';
