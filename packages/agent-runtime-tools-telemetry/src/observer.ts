import type { AnyActivityEvent, ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import type { ToolMetrics } from './metrics/tool-metrics.ts';

export interface ObserverParts {
  readonly log: ((event: AnyActivityEvent) => void) | undefined;
  readonly metrics: ToolMetrics | undefined;
}

/** Listens to the events of coordinators. It takes part in no call, so it also sees those that no middleware sees. */
export function observer({ log, metrics }: ObserverParts): ToolMiddleware {
  const coordinators = new Map<string, readonly (() => void)[]>();
  return {
    name: 'telemetry',
    phase: 'observe',
    appliesTo: () => false,
    attach(coordinator) {
      coordinators.set(coordinator.id, [
        ...(log === undefined ? [] : [coordinator.activity.subscribe('*', log)]),
        ...(metrics === undefined ? [] : [metrics.listen(coordinator)]),
      ]);
    },
    execute: (params, _, next) => next(params),
    async shutdown({ id }) {
      for (const stop of coordinators.get(id) ?? []) stop();
      coordinators.delete(id);
    },
  };
}
