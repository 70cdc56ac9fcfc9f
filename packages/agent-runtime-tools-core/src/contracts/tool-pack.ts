import type { ToolHandler, ToolLimits } from './tool-handler.ts';

/** A family of tools that is registered as one. */
export interface ToolPack<
  Tools extends readonly ToolHandler[] = readonly ToolHandler[],
  Aliases extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  readonly name: string;
  readonly version: string;
  readonly tools: Tools;
  /** Other names for its tools: `{ list_files: 'list_directory' }`. */
  readonly aliases?: Aliases;
  /** For all of its tools, beside their own. */
  readonly tags?: readonly string[];
  /** For those of its tools that name none. */
  readonly category?: string;
  /** For all of its tools; what a tool says itself comes first. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** For each of its tools; what a tool says itself comes first. */
  readonly limits?: ToolLimits;
  /** The services its tools read from the context, by name. */
  readonly services?: Readonly<Record<string, ServiceRequirement>>;
  /** The version of core that it was made with, as `definePack` fills it in. One that is not compatible is refused. */
  readonly coreVersion?: string;
}

/** A service that a pack needs: the host's own, else one the pack makes. */
export interface ServiceRequirement {
  /** The line of code that provides it, for the message when it is missing. */
  readonly provideWith: string;
  /** Makes a default on first use. Without it, registration fails when the host gave none. */
  readonly create?: () => unknown;
}
