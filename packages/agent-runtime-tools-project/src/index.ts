export { projectPack } from './project-pack.ts';
export { projectErrors } from './errors.ts';
export { detectProjectTypeTool } from './detect/detect-project-type.tool.ts';
export { extractConventionsTool } from './conventions/extract-conventions.tool.ts';
export { formatCodeTool } from './format-code/format-code.tool.ts';
export { getProjectOverviewTool } from './overview/get-project-overview.tool.ts';
export { installPackageTool } from './install-package/install-package.tool.ts';
export { runTestsTool } from './run-tests/run-tests.tool.ts';

export type { ProjectOptions } from './project-options.ts';
