import { CAPABILITY_FLAGS, type ToolHandler } from '@ku0/agent-runtime-tools-core';

/** Guards and policies depend on these flags, so all must be present and consistent. */
export function capabilityProblems(tool: ToolHandler): string[] {
  const { capabilities } = tool;
  const missing = CAPABILITY_FLAGS.filter((flag) => typeof capabilities[flag] !== 'boolean');
  const problems = missing.map((flag) => `the capability ${flag} is neither true nor false`);
  const { writesFiles, executesCommands, accessesNetwork, destructive, requiresEngine } = capabilities;
  const hasEffects = writesFiles || executesCommands || accessesNetwork;
  if (destructive && !hasEffects) {
    problems.push('claims to be destructive, but neither writes files nor executes commands nor accesses the network');
  }
  if (tool.dryRun !== undefined && !hasEffects && !destructive) {
    problems.push('has a dry run, but claims no capability by which it could change anything');
  }
  if (requiresEngine?.trim() === '') problems.push('requires an engine without a name');
  return problems;
}
