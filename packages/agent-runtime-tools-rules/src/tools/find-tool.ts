import { TOOL_NAMES, type ToolNames } from './tool-names.ts';

/** The tool that a name means, here or in another agent. Names of Claude Code, which stand for several tools, are in `RULE_NAMES`. */
export function findToolNames(name: string): ToolNames | undefined {
  return BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase());
}

const BY_NAME: ReadonlyMap<string, ToolNames> = new Map(
  TOOL_NAMES.flatMap((tool) => [tool.name, ...tool.aliases].map((name): [string, ToolNames] => [name, tool])),
);
