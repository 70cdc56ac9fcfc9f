import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import { aliasesOf } from './tool-summary.ts';

/** A tool as `--json` shows it. */
export function listedTool(tool: ToolHandler, pack: ToolPack): Record<string, unknown> {
  const { name, description, version, capabilities, requiresApproval = false } = tool;
  return {
    name,
    description,
    version,
    pack: pack.name,
    packVersion: pack.version,
    capabilities,
    requiresApproval: typeof requiresApproval === 'function' ? 'depends' : requiresApproval,
    aliases: aliasesOf(tool, pack),
  };
}
