import type { RemoteToolSource, ToolCapabilities, ToolSelector } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, fixedRemoteTool, type RemoteToolCall } from '@ku0/agent-runtime-tools-rules';
import { knownTool, type KnownTool, type RuleFamily } from './known-tools.ts';

/** Everything about a tool that does not depend on the arguments of a call. */
export interface ToolProfile {
  readonly tool: string;
  readonly known: KnownTool | undefined;
  /** Every name that a rule can use for the tool, and selectors such as `pack:files`. */
  readonly names: readonly string[];
  readonly family: RuleFamily | undefined;
  readonly capabilities: ToolCapabilities;
  /** The capabilities as declared, to recognise the same definition again. */
  readonly declared: ToolCapabilities | undefined;
  readonly aliases: readonly string[];
  /** Neither the name nor the definition says what the tool does. */
  readonly unknown: boolean;
  /** The tool of an MCP server that all calls go to. */
  readonly remote: RemoteToolCall | undefined;
  /** Whether the arguments of a call name the tool of an MCP server that it goes to. */
  readonly dispatches: boolean;
  /** Where calls go, as the tool itself says. */
  readonly declaredRemote: RemoteToolSource | undefined;
}

export function profileOf(
  tool: string,
  declared?: ToolCapabilities,
  aliases: readonly string[] = NO_ALIASES,
  selectors: readonly ToolSelector[] = [],
  declaredRemote?: RemoteToolSource,
): ToolProfile {
  const known = knownTool(tool);
  const subject = { name: tool, ...(declaredRemote !== undefined && { remote: declaredRemote }) };
  const remote = fixedRemoteTool(subject);
  // The calls of a sub-agent are judged one by one, so a definition that claims nothing for itself counts as it is.
  const capabilities =
    known?.family === 'Agent' && declared !== undefined ? declared : mergeCapabilities(known?.capabilities, declared);
  return {
    tool,
    known,
    names: [...new Set([tool, ...(known?.names ?? []), ...aliases, ...selectors])],
    family: known?.family ?? familyFromCapabilities(capabilities, remote !== undefined),
    capabilities,
    declared,
    aliases,
    unknown: known === undefined && (declared === undefined || remote !== undefined),
    remote,
    dispatches: dispatchesToRemoteTools(subject),
    declaredRemote,
  };
}

/** Whether a tool accesses files, programs or the network, so that its calls have to be judged. */
export function touchesSystem({ capabilities, unknown }: ToolProfile): boolean {
  return (
    unknown ||
    capabilities.readsFiles ||
    capabilities.writesFiles ||
    capabilities.executesCommands ||
    capabilities.accessesNetwork ||
    capabilities.destructive
  );
}

/** Whether a tool is known to do nothing but read. */
export function onlyReads(profile: ToolProfile): boolean {
  const { capabilities } = profile;
  return (
    !profile.unknown &&
    !capabilities.writesFiles &&
    !capabilities.executesCommands &&
    !capabilities.accessesNetwork &&
    !capabilities.destructive
  );
}

/** A capability counts if either the well-known tool or the definition has it. */
function mergeCapabilities(
  known: ToolCapabilities | undefined,
  declared: ToolCapabilities | undefined,
): ToolCapabilities {
  if (known === undefined || declared === undefined) return known ?? declared ?? UNKNOWN_CAPABILITIES;
  return {
    ...declared,
    readsFiles: known.readsFiles || declared.readsFiles,
    writesFiles: known.writesFiles || declared.writesFiles,
    executesCommands: known.executesCommands || declared.executesCommands,
    accessesNetwork: known.accessesNetwork || declared.accessesNetwork,
    destructive: known.destructive || declared.destructive,
  };
}

const NO_ALIASES: readonly string[] = [];

/** A tool without a description may do anything. */
const UNKNOWN_CAPABILITIES: ToolCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: true,
  idempotent: false,
  retryable: false,
};

function familyFromCapabilities(capabilities: ToolCapabilities, isMcpTool: boolean): RuleFamily | undefined {
  if (isMcpTool || capabilities === UNKNOWN_CAPABILITIES) return undefined;
  if (capabilities.executesCommands) return 'Bash';
  if (capabilities.writesFiles) return capabilities.destructive ? 'Delete' : 'Edit';
  if (capabilities.readsFiles) return 'Read';
  return capabilities.accessesNetwork ? 'WebFetch' : undefined;
}
