import type { ToolHandler, ToolLimits } from './tool-handler.ts';

/** A family of tools that is registered as a whole. */
export interface ToolPack<
  Tools extends readonly ToolHandler[] = readonly ToolHandler[],
  Aliases extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> {
  readonly name: string;
  readonly version: string;
  readonly tools: Tools;
  /** Other names for its tools: `{ list_files: 'list_directory' }`. */
  readonly aliases?: Aliases;
  /** Tags for all of its tools, in addition to their own. */
  readonly tags?: readonly string[];
  /** The category of those tools that have none of their own. */
  readonly category?: string;
  /** Annotations for all of its tools; a tool's own take precedence. */
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** Limits for each of its tools; a tool's own take precedence. */
  readonly limits?: ToolLimits;
  /** The services that its tools read from the context, by name. */
  readonly services?: Readonly<Record<string, ServiceRequirement>>;
  /**
   * For a pack whose tools change by themselves: called when the pack is registered. The returned function is called when the
   * pack is removed, replaced or shut down; after that, `change` does nothing.
   */
  readonly attach?: (registered: RegisteredPack) => () => void | Promise<void>;
  /** The version of core that it was made with; set by `definePack`. An incompatible pack is refused. */
  readonly coreVersion?: string;
}

/** A pack as a coordinator has registered it. */
export interface RegisteredPack {
  /** Changes tools of the pack, as `changePack` does. */
  change(changes: PackChanges): void;
}

/** Changes to single tools of a registered pack. */
export interface PackChanges {
  /** Tools that are added, or that replace those of the same name. */
  readonly set?: readonly ToolHandler[];
  /** Other names for tools in `set`. Names that are taken already stay as they are. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The names of tools that are removed. */
  readonly remove?: readonly string[];
}

/** A service that a pack needs: given by the host, or created by the pack. */
export interface ServiceRequirement {
  /** The line of code that provides it, for the error message if it is missing. */
  readonly provideWith: string;
  /** Creates the service on first use. Without this function, the host must give the service. */
  readonly create?: () => unknown;
}
