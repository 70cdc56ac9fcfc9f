import { getProjectOverviewTool as current } from '@ku0/agent-runtime-tools-project';
import { projectTool } from '../../make/project-tool.ts';

export const getProjectOverviewTool = projectTool(current, 'OVERVIEW_ERROR');

export default getProjectOverviewTool;
