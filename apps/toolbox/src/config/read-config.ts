import { dirname, resolve } from 'node:path';
import { loadPolicies, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { errorMessage, type ToolPack } from '@ku0/agent-runtime-tools-core';
import { parseDocument, readBounded } from '../command-line/read-document.ts';
import { absoluteSpecs, absoluteTelemetry } from './absolute-paths.ts';
import { configError, configFault } from './config-fault.ts';
import type { FoundConfig } from './find-config.ts';
import type { RunCodeOptions } from './run-code.ts';
import type { FamilyEntries, SpecSettings, TelemetrySettings, ToolboxConfig } from './toolbox-config.ts';

/** A configuration that was read and checked. */
export interface CheckedConfig {
  readonly file: string;
  readonly families: FamilyEntries;
  readonly packs: readonly ToolPack[];
  readonly policies: PolicySet | undefined;
  /** An absolute path. */
  readonly hooks: string | undefined;
  readonly mcpServers: ToolboxConfig['mcpServers'];
  /** Paths are absolute. */
  readonly specs: SpecSettings | undefined;
  readonly telemetry: TelemetrySettings | undefined;
}

export interface ReadConfigOptions extends RunCodeOptions {
  /** The text of a file that is not code. Default: it is read. */
  readonly text?: string;
  /** Whether rules whose examples fail are refused. Default true. */
  readonly selfTest?: boolean;
}

/** Reads and checks a configuration; one that is code runs. Throws a UsageError if it cannot be used as it is. */
export async function readConfig(found: FoundConfig, options: ReadConfigOptions): Promise<CheckedConfig> {
  const { file } = found;
  const { packs = [], ...value } = asObject(file, await valueOf(found, options));
  if (!isPacks(packs, found)) throw configError(file, 'packs: it takes a list of packs, in TypeScript or JavaScript');
  const fault = configFault(value);
  if (fault !== undefined) throw configError(file, fault);
  // The schema has checked the members.
  const { families = {}, policies, permissions, tests, hooks, mcpServers, specs, telemetry } = value as ToolboxConfig;
  checkSources(specs, file);
  const folder = dirname(file);
  return {
    file,
    families,
    packs,
    policies: readRules(file, { policies, permissions, tests }, options),
    hooks: hooks && resolve(folder, hooks),
    mcpServers,
    specs: specs && absoluteSpecs(specs, folder),
    telemetry: telemetry && absoluteTelemetry(telemetry, folder),
  };
}

async function valueOf({ file, isCode }: FoundConfig, options: ReadConfigOptions): Promise<unknown> {
  const text = isCode ? '' : (options.text ?? (await readBounded(file, 'The configuration')));
  try {
    // An empty file configures nothing.
    if (!isCode) return (await parseDocument(file, text)) ?? {};
    const { runCode } = await import('./run-code.ts');
    return await runCode(file, options);
  } catch (error) {
    throw configError(file, errorMessage(error));
  }
}

function asObject(file: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw configError(file, value === undefined ? 'it has no default export' : 'it is not an object with settings');
}

function isPacks(packs: unknown, { isCode }: FoundConfig): packs is readonly ToolPack[] {
  return Array.isArray(packs) && (isCode || packs.length === 0) && packs.every(isPack);
}

function isPack(pack: unknown): boolean {
  return typeof pack === 'object' && pack !== null && 'name' in pack && 'tools' in pack && Array.isArray(pack.tools);
}

function checkSources(specs: SpecSettings | undefined, file: string): void {
  for (const [index, source] of (specs?.sources ?? []).entries())
    if (KINDS.filter((kind) => source[kind] !== undefined).length !== 1)
      throw configError(file, `specs.sources.${index}: it needs exactly one of ${KINDS.join(', ')}`);
}

const KINDS = ['files', 'url', 'openApi', 'sqlite', 'postgres'] as const;

function readRules(
  file: string,
  rules: { readonly [Member in 'policies' | 'permissions' | 'tests']: ToolboxConfig[Member] | undefined },
  { selfTest = true }: ReadConfigOptions,
): PolicySet | undefined {
  const given = Object.entries(rules).filter(([, value]) => value !== undefined);
  if (given.length === 0) return undefined;
  try {
    return loadPolicies(Object.fromEntries(given), { source: file, selfTest });
  } catch (error) {
    const message = errorMessage(error);
    throw configError(file, message.startsWith(`${file}: `) ? message.slice(file.length + 2) : message);
  }
}
