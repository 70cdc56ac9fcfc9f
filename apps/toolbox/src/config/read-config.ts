import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { FamilyChoice } from '@ku0/agent-runtime-tools';
import type { PolicySet } from '@ku0/agent-runtime-tools-approval';
import { nearestNames, printable, schemaFaults, type SchemaFault } from '@ku0/agent-runtime-tools-core';
import type { McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import { parseDocument, readBounded } from '../command-line/read-document.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** A configuration that was read and checked. */
export interface ToolboxConfig {
  readonly file: string;
  readonly families: FamilyEntries;
  readonly policies: PolicySet | undefined;
  /** An absolute path. */
  readonly hooks: string | undefined;
  readonly mcpServers: McpServersConfig['mcpServers'] | undefined;
}

/** The families that a configuration turns on or off. */
export type FamilyEntries = Exclude<FamilyChoice, readonly unknown[]>;

/** Reads the configuration in a folder; undefined if there is none. Throws a UsageError if it cannot be used as it is. */
export async function readConfig(folder: string): Promise<ToolboxConfig | undefined> {
  const files: string[] = [];
  for (const name of NAMES) if (await exists(join(folder, name))) files.push(join(folder, name));
  const [file, second] = files;
  if (file === undefined) return undefined;
  if (second !== undefined) throw new UsageError(`There are two configurations: ${file} and ${second}. Remove one.`);
  const value = await parseConfig(file);
  // Most folders have none, and the schema loads the policies.
  const { configSchema } = await import('./config-schema.ts');
  const fault = schemaFaults(configSchema, value).find(({ schemaPath }) => !/\/anyOf\/\d/.test(schemaPath));
  if (fault !== undefined) throw new UsageError(`${file}: ${faultText(fault)}`);
  // The schema has checked the members.
  const { families = {}, policies, permissions, hooks, mcpServers } = value as Document;
  const hasRules = policies !== undefined || permissions !== undefined;
  return {
    file,
    families,
    policies: hasRules ? await readRules(file, { policies, permissions }) : undefined,
    hooks: hooks === undefined ? undefined : resolve(dirname(file), hooks),
    mcpServers,
  };
}

const NAMES = ['toolbox.config.json', 'toolbox.config.yaml', 'toolbox.config.yml'];

interface Document {
  readonly families?: FamilyEntries;
  readonly policies?: unknown;
  readonly permissions?: unknown;
  readonly hooks?: string;
  readonly mcpServers?: McpServersConfig['mcpServers'];
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function parseConfig(file: string): Promise<unknown> {
  const text = await readBounded(file, 'The configuration');
  try {
    // An empty file configures nothing.
    return (await parseDocument(file, text)) ?? {};
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readRules(
  file: string,
  rules: { readonly policies: unknown; readonly permissions: unknown },
): Promise<PolicySet> {
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined));
  const { loadPolicies } = await import('@ku0/agent-runtime-tools-approval');
  try {
    return loadPolicies(given, { source: file });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function faultText({ instancePath, keyword, params, message = 'it is not valid', parentSchema }: SchemaFault): string {
  const place = instancePath === '' ? '' : `${printable(instancePath.slice(1).replaceAll('/', '.'))}: `;
  if (keyword !== 'additionalProperties') return `${place}${message}`;
  const name = String(params['additionalProperty']);
  const [nearest] = nearestNames(name, Object.keys(parentSchema?.['properties'] ?? {}), 1);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${place}there is no setting ${printable(name)}.${hint}`;
}
