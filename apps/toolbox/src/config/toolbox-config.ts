import type { FamilyChoice } from '@ku0/agent-runtime-tools';
import type { ApprovalPolicy, PermissionRules, PolicySet } from '@ku0/agent-runtime-tools-approval';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import type { SchemeSecret } from '@ku0/agent-runtime-tools-specs';

/** What `toolbox.config.ts`, `.js`, `.json` or `.yaml` says. */
export interface ToolboxConfig {
  readonly $schema?: string;
  /** Families of tools, on or off, with the options of their packs. */
  readonly families?: FamilyEntries;
  /** More tools. Only in TypeScript and JavaScript. */
  readonly packs?: readonly ToolPack[];
  readonly policies?: readonly ApprovalPolicy[];
  readonly permissions?: PermissionRules;
  /** Calls and the decision that the rules of this file must make about them. */
  readonly tests?: PolicySet['tests'];
  /** The hooks file, relative to this file. */
  readonly hooks?: string;
  /** As MCP clients list them. */
  readonly mcpServers?: McpServersConfig['mcpServers'];
  readonly specs?: SpecSettings;
  readonly telemetry?: TelemetrySettings;
}

/** The families that a configuration turns on or off. */
export type FamilyEntries = Exclude<FamilyChoice, readonly unknown[]>;

/** Tools that are described as data. */
export interface SpecSettings {
  readonly sources: readonly SpecSourceSettings[];
  /** Which `environments` entry of the specs counts. */
  readonly environment?: string;
  /** Environment variables that specs may use as secrets. */
  readonly secrets?: readonly string[];
  /** Folders with the JavaScript and TypeScript of specs of the kind `module`, relative to this file. */
  readonly modules?: readonly string[];
  /** For specs of the kind `python`. Folders are relative to this file. */
  readonly python?: { readonly folders: readonly string[]; readonly python?: string };
}

/** One place with specs: exactly one of `files`, `url`, `openApi`, `sqlite` and `postgres`. */
export interface SpecSourceSettings {
  /** Files or globs, relative to this file. */
  readonly files?: string | readonly string[];
  /** The address of a document. Needs `digest`, `publicKey` or `trustServer`. */
  readonly url?: string;
  /** A file, glob or address of an OpenAPI 3.1 document. */
  readonly openApi?: string;
  /** A SQLite file, relative to this file. */
  readonly sqlite?: string;
  /** `postgres://...` */
  readonly postgres?: string;
  readonly table?: string;
  readonly digest?: string;
  readonly publicKey?: string;
  readonly signatureUrl?: string;
  readonly trustServer?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly serverUrl?: string;
  readonly prefix?: string;
  readonly auth?: Readonly<Record<string, SchemeSecret>>;
}

export interface TelemetrySettings {
  readonly logs?: boolean | LogSettings;
  readonly prometheus?: boolean | { readonly port?: number };
  readonly openTelemetry?: boolean | OpenTelemetrySettings;
}

export interface LogSettings {
  /** `stderr` (the default), `stdout`, or a file, relative to this file. */
  readonly to?: string;
  readonly level?: 'debug' | 'info' | 'warn' | 'error';
  /** A larger file is renamed to `FILE.1`. Default 10 MiB. */
  readonly maxBytes?: number;
}

export interface OpenTelemetrySettings {
  /** Of a collector, for OTLP over HTTP. Default: `OTEL_EXPORTER_OTLP_ENDPOINT`, else `http://localhost:4318`. */
  readonly endpoint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly traces?: boolean;
  readonly metrics?: boolean;
  /** Records arguments and results in spans. */
  readonly captureContent?: boolean;
}
