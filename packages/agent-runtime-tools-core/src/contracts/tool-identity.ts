import type { ToolCapabilities } from './tool-capabilities.ts';

/** What a decision about a tool may rest on. */
export interface ToolIdentity {
  readonly name: string;
  readonly version: string;
  readonly capabilities: ToolCapabilities;
  /** Other names that it answers to. */
  readonly aliases?: readonly string[];
  /** Whether some of its calls need approval, or all of them. */
  readonly requiresApproval?: unknown;
  /** The name in words, where the tool has one. */
  readonly title?: string;
  /** The pack it was registered with. */
  readonly pack?: string;
  /** Of the tool and of its pack. They are the author's claim, as capabilities are. */
  readonly tags?: readonly string[];
  readonly category?: string;
  /** Whatever else tool and pack say about it; the tool's entries override its pack's. */
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** Stands for the tools of a pack, with a tag or of a category, wherever a list of tool names is taken. */
export type ToolSelector = `pack:${string}` | `tag:${string}` | `category:${string}`;

/** Everything that a selector can mean a tool by: `pack:files`, `tag:network`, `category:search`. */
export function toolSelectors({ pack, tags, category }: ToolIdentity): ToolSelector[] {
  return [
    ...(pack === undefined ? [] : [`pack:${pack}` as const]),
    ...(tags ?? []).map((tag) => `tag:${tag}` as const),
    ...(category === undefined ? [] : [`category:${category}` as const]),
  ];
}

/** Tool names have no colon, so a selector is never taken for one. */
export function isToolSelector(text: string): text is ToolSelector {
  return SELECTOR.test(text);
}

const SELECTOR = /^(?:pack|tag|category):/;
