import type { ActivityRecorder } from '../events/activity-recorder.ts';
import type { Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { activityRoutes } from './activity-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { toolRoutes } from './tool-routes.ts';

/** Every operation of the local API. */
export function studioRoutes(parts: StudioParts, recorder: ActivityRecorder, startedAt = Date.now()): Route[] {
  return [
    ...toolRoutes(parts, startedAt),
    ...activityRoutes(parts, recorder),
    ...approvalRoutes(parts),
    ...changeRoutes(parts),
    ...settingsRoutes(parts),
  ];
}
