import type { RemoteToolSource } from './remote-tool.ts';
import type { ToolCapabilities } from './tool-capabilities.ts';

/** The properties of a tool that policies, views and middlewares decide by. */
export interface ToolIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: ToolCapabilities;
  /** Other names of the tool. */
  readonly aliases?: readonly string[];
  /** Whether some or all of its calls need approval. */
  readonly requiresApproval?: unknown;
  /** A name for people. */
  readonly title?: string;
  /** The name of the pack it was registered with. */
  readonly pack?: string;
  /** The tags of the tool and of its pack. Like capabilities, they are claims of the author. */
  readonly tags?: readonly string[];
  readonly category?: string;
  /** The tool of an MCP server that its calls go to. */
  readonly remote?: RemoteToolSource;
  /** Other data of the tool and its pack; the tool's entries override its pack's. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Selects the tools of a pack, with a tag or of a category. Accepted wherever a list of tool names is. */
export type ToolSelector = `pack:${string}` | `tag:${string}` | `category:${string}`;

/** All selectors that match a tool: `pack:files`, `tag:network`, `category:search`. */
export function toolSelectors({ pack, tags, category }: ToolIdentity): ToolSelector[] {
  return [
    ...(pack === undefined ? [] : [`pack:${pack}` as const]),
    ...(tags ?? []).map((tag) => `tag:${tag}` as const),
    ...(category === undefined ? [] : [`category:${category}` as const]),
  ];
}

/** Tool names contain no colon, so a selector cannot be mistaken for one. */
export function isToolSelector(text: string): text is ToolSelector {
  return SELECTOR.test(text);
}

const SELECTOR = /^(?:pack|tag|category):/;
