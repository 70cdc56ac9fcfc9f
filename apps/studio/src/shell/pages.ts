import type { FunctionComponent } from 'react';
import { ActivityPage } from '../pages/activity/activity-page.tsx';
import { ApprovalsPage } from '../pages/approvals/approvals-page.tsx';
import { ChangesPage } from '../pages/changes/changes-page.tsx';
import { InsightPage } from '../pages/insight/insight-page.tsx';
import { SettingsPage } from '../pages/settings/settings-page.tsx';
import { ToolsPage } from '../pages/tools/tools-page.tsx';
import type { IconName } from './icon.tsx';

/** A page of the Studio. */
export interface Page {
  /** Its name in the address. */
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
  readonly Content: FunctionComponent<{ readonly route: readonly string[] }>;
}

/** The pages in the order of the navigation. */
export const PAGES: readonly [Page, ...Page[]] = [
  { path: 'tools', title: 'Tools', icon: 'tools', Content: ToolsPage },
  { path: 'activity', title: 'Activity', icon: 'activity', Content: ActivityPage },
  { path: 'approvals', title: 'Approvals', icon: 'approvals', Content: ApprovalsPage },
  { path: 'changes', title: 'Changes', icon: 'changes', Content: ChangesPage },
  { path: 'insight', title: 'Insight', icon: 'insight', Content: InsightPage },
  { path: 'settings', title: 'Settings', icon: 'settings', Content: SettingsPage },
];
