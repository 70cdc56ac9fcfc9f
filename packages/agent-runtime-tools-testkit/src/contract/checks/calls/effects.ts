import type { ToolHandler } from '@ku0/agent-runtime-tools-core';

/** Compares the files that a call changed with the capabilities and resources that the tool declares. */
export function effectProblems(
  tool: ToolHandler,
  changed: readonly string[],
  call: { params: unknown; cwd: string },
): string[] {
  const { writesFiles, executesCommands } = tool.capabilities;
  const problems: string[] = [];
  if (changed.length > 0 && !writesFiles && !executesCommands) {
    problems.push(`changed ${changed.join(', ')}, but claims neither writesFiles nor executesCommands`);
  }
  return [...problems, ...resourceProblems(tool, changed, call)];
}

/** A batch decides by `resources` which calls may run in parallel, so writes must be declared there. */
function resourceProblems(
  tool: ToolHandler,
  changed: readonly string[],
  { params, cwd }: { params: unknown; cwd: string },
): string[] {
  if (tool.resources === undefined) return [];
  const uses: unknown = tool.resources(params, { cwd });
  if (!Array.isArray(uses) || !uses.every(isResourceUse))
    return ['resources() gave something that is not a list of { key, access }'];
  const writes = uses.some((use) => use.access === 'write');
  return changed.length > 0 && !writes
    ? [`changed ${changed.join(', ')}, but resources() names nothing it writes`]
    : [];
}

function isResourceUse(use: unknown): use is { key: string; access: 'read' | 'write' } {
  if (typeof use !== 'object' || use === null || !('key' in use) || !('access' in use)) return false;
  return typeof use.key === 'string' && use.key !== '' && (use.access === 'read' || use.access === 'write');
}
