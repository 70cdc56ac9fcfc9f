import type { Runtime } from '../pipeline/runtime.ts';
import type { ToolEntry } from '../registry.ts';
import type { CoordinatorStats, ToolStats } from './call-statistics.ts';

/** The statistics of all tools, and their sums. */
export function collectStats(entries: readonly ToolEntry[], runtime: Runtime): CoordinatorStats {
  const tools: Record<string, ToolStats> = {};
  const executionsByTool: Record<string, number> = {};
  let total = 0;
  let errors = 0;
  let totalMs = 0;
  for (const entry of entries) {
    const stats = entry.stats.snapshot();
    tools[entry.handler.name] = stats;
    executionsByTool[entry.handler.name] = stats.executions;
    total += stats.executions;
    errors += stats.errorCount;
    totalMs += entry.stats.totalMs;
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
  };
}
