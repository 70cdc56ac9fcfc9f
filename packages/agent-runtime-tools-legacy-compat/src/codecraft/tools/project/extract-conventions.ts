import { extractConventionsTool as current } from '@ku0/agent-runtime-tools-project';
import { projectTool } from '../../make/project-tool.ts';

export const extractConventionsTool = projectTool(current, 'CONVENTIONS_ERROR');

export default extractConventionsTool;
