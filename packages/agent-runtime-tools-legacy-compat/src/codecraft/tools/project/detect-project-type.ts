import { detectProjectTypeTool as current } from '@ku0/agent-runtime-tools-project';
import { projectTool } from '../../make/project-tool.ts';

export const detectProjectTypeTool = projectTool(current, 'DETECT_ERROR');

export default detectProjectTypeTool;
