import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { CallStories } from './call-stories.ts';
import { EventLog } from './event-log.ts';
import { InsightRecorder } from './insight-recorder.ts';
import { shapeEvent } from './shape-event.ts';

/** Follows everything that happens to the tools and the files, for all pages together. */
export class ActivityRecorder {
  readonly log = new EventLog();
  readonly stories = new CallStories();
  readonly insight = new InsightRecorder();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(tools: Pick<ToolCoordinator, 'activity'>, workspace: Pick<Workspace, 'onChange'>) {
    this.#unsubscribe = [
      tools.activity.subscribe('*', (event) => {
        this.stories.add(event);
        this.insight.add(event);
        const shaped = shapeEvent(event);
        if (shaped !== undefined) this.log.add(shaped, event.timestamp);
      }),
      workspace.onChange(({ id, time }) => this.log.add({ type: 'files_changed', change: id }, time)),
    ];
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}
