import type { ToolCapabilities } from '@ku0/agent-runtime-tools-core';
import { ToolType, type ToolSpec } from './tool-spec.ts';

/** Code of any kind can do anything. A spec that knows better says so in `metadata.capabilities`. */
const ANYTHING = { readsFiles: true, writesFiles: true, executesCommands: true, accessesNetwork: true };
const NETWORK = { readsFiles: false, writesFiles: false, executesCommands: false, accessesNetwork: true };
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
const REPEATABLE = new Set([...READING, 'PUT', 'DELETE']);

/** What a tool may do: the assumption for its kind, then what the spec says, and `destructive` if it is dangerous. */
export function specCapabilities(
  { toolType, metadata, limits }: ToolSpec,
  config: Readonly<Record<string, unknown>>,
): ToolCapabilities {
  // Whoever states how often a call is retried wants it to be retried.
  const retried = limits?.retry === undefined ? {} : { retryable: true };
  const stated = { ...assumed(toolType, config), ...retried, ...metadata.capabilities };
  return metadata.isDangerous ? { ...stated, destructive: true } : stated;
}

function assumed(toolType: string, config: Readonly<Record<string, unknown>>): ToolCapabilities {
  const none = { destructive: false, idempotent: false, retryable: false };
  switch (toolType) {
    case ToolType.HTTP: {
      const method = typeof config['method'] === 'string' ? config['method'] : 'GET';
      const repeatable = REPEATABLE.has(method);
      return { ...NETWORK, destructive: !READING.has(method), idempotent: repeatable, retryable: repeatable };
    }
    case ToolType.MCP:
      return { ...none, ...NETWORK, destructive: true };
    default:
      return { ...none, ...ANYTHING };
  }
}
