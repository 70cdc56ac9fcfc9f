import type { Runtime } from '../runtime/runtime.ts';
import type { CoordinatorStats, ToolStats } from './call-statistics.ts';
import type { StatisticsByTool } from './statistics-by-tool.ts';

/** The statistics of all tools, including removed ones, and their totals. */
export function collectStats(byTool: StatisticsByTool, runtime: Runtime): CoordinatorStats {
  const tools: Record<string, ToolStats> = {};
  const executionsByTool: Record<string, number> = {};
  let { executions: total, errorCount: errors, totalMs } = byTool.dropped;
  for (const [name, statistics] of byTool.entries()) {
    const stats = statistics.snapshot();
    tools[name] = stats;
    executionsByTool[name] = stats.executions;
    total += stats.executions;
    errors += stats.errorCount;
    totalMs += statistics.totalMs;
  }
  return {
    totalExecutions: total,
    successCount: total - errors,
    errorCount: errors,
    averageExecutionTimeMs: total === 0 ? 0 : totalMs / total,
    executionsByTool,
    tools,
    unknownToolCalls: runtime.unknownToolCalls,
    inFlight: runtime.inFlight.size,
    queueLength: runtime.queueLength,
    maxQueueLength: runtime.maxQueueLength,
  };
}
