import { realpath } from 'node:fs/promises';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { PolicySet, ProjectPolicies } from '@ku0/agent-runtime-tools-approval';
import type { McpServersConfig, TrustedProject } from '@ku0/agent-runtime-tools-mcp';
import type { CommandOptions } from '../command-line/command.ts';
import { chooseFamilies } from './choose-families.ts';
import { configFolder } from './config-folder.ts';
import { findConfig } from './find-config.ts';
import { ignoredSettings } from './project/ignored-settings.ts';
import { mergedPolicies } from './merged-policies.ts';
import type { ProjectConfig } from './project/project-config.ts';
import type { CheckedConfig } from './read-config.ts';
import type { ChosenSpecs } from '../specs/spec-loaders.ts';
import type { FamilyEntries, TelemetrySettings } from './toolbox-config.ts';

/** What the configurations and the command line choose together. */
export interface LoadedConfig {
  readonly families: FamilyEntries;
  readonly packs: readonly ToolPack[];
  readonly policies: PolicySet | undefined;
  /** The rules of a project that is not trusted. They only restrict. */
  readonly project: ProjectPolicies | undefined;
  /** Hooks files: those of the person, then those of a trusted project. */
  readonly hooks: { readonly own: string | undefined; readonly project: string | undefined };
  readonly mcpServers: McpServersConfig['mcpServers'] | undefined;
  /** Which of the servers are those of a trusted project. */
  readonly mcpProject: TrustedProject | undefined;
  /** Of the person and of a trusted project. */
  readonly specs: ChosenSpecs;
  readonly telemetry: TelemetrySettings | undefined;
  /** The rules of each configuration alone. */
  readonly ruleFiles: readonly RuleFile[];
  /** Settings that do not count, and why. */
  readonly notices: readonly string[];
  /** Trust in the project's configuration would change something. */
  readonly needsTrust: boolean;
}

export interface RuleFile {
  readonly file: string;
  readonly set: PolicySet;
}

export interface LoadConfigOptions {
  /** Whether rules whose examples fail are refused. Default true. */
  readonly selfTest?: boolean;
}

/**
 * Reads the person's own configuration and that of the project in the workspace. A project's counts fully if it is trusted;
 * before that it can only restrict: it turns families off, and its rules deny and ask. Throws a UsageError if one of them is
 * invalid.
 */
export async function loadConfig(
  workspace: string,
  options: CommandOptions,
  { selfTest = true }: LoadConfigOptions = {},
): Promise<LoadedConfig> {
  const own = await readOwn(workspace, selfTest);
  const found = await readProject(workspace, { selfTest });
  const trusted = found?.kind === 'trusted' ? found.config : undefined;
  const { families: list, 'mcp-config': mcpFile } = options;
  const given = typeof mcpFile === 'string' ? await readServers(mcpFile) : undefined;
  const mcpServers = { ...trusted?.mcpServers, ...own?.mcpServers, ...given };
  const notices = found === undefined ? [] : ignoredSettings(found);
  return {
    families: chooseFamilies({ list, own, trusted, untrusted: found?.kind === 'untrusted' ? found.config : undefined }),
    packs: [...(own?.packs ?? []), ...(trusted?.packs ?? [])],
    policies: mergedPolicies(own?.policies, trusted?.policies),
    project: found?.kind === 'untrusted' ? untrustedPolicies(found.config, workspace) : undefined,
    hooks: { own: own?.hooks, project: trusted?.hooks },
    mcpServers: Object.keys(mcpServers).length === 0 ? undefined : mcpServers,
    mcpProject:
      found?.kind === 'trusted'
        ? await projectOf(found, { workspace, others: { ...own?.mcpServers, ...given } })
        : undefined,
    specs: { own: own?.specs, project: trusted?.specs },
    telemetry: own?.telemetry ?? trusted?.telemetry,
    ruleFiles: [own, found !== undefined && 'config' in found ? found.config : undefined].flatMap(ruleFileOf),
    notices,
    needsTrust: notices.length > 0,
  };
}

/** Nothing but the search for a file happens, and nothing is loaded, if there is no configuration. */
async function readOwn(workspace: string, selfTest: boolean): Promise<CheckedConfig | undefined> {
  const found = await findConfig(configFolder());
  if (found === undefined) return undefined;
  const { readConfig } = await import('./read-config.ts');
  return readConfig(found, { workspace, selfTest });
}

async function readProject(workspace: string, options: LoadConfigOptions): Promise<ProjectConfig | undefined> {
  if ((await findConfig(workspace)) === undefined || (await isOwnFolder(workspace))) return undefined;
  const { readProjectConfig } = await import('./project/project-config.ts');
  return readProjectConfig(workspace, options);
}

/** In the folder of the person's own configuration, the file is not a project's. */
async function isOwnFolder(workspace: string): Promise<boolean> {
  const own = await realpath(configFolder()).catch(() => undefined);
  return own !== undefined && own === (await realpath(workspace).catch(() => workspace));
}

function ruleFileOf(config: CheckedConfig | undefined): RuleFile[] {
  return config?.policies === undefined ? [] : [{ file: config.file, set: config.policies }];
}

function untrustedPolicies({ file, policies: set }: CheckedConfig, workspace: string): ProjectPolicies | undefined {
  if (set === undefined) return undefined;
  const { policies, permissions, digest } = set;
  return { policies, permissions, digest, workspace, subject: `config:${file}` };
}

async function projectOf(
  { config, isStillTrusted }: Extract<ProjectConfig, { kind: 'trusted' }>,
  { workspace, others }: { readonly workspace: string; readonly others: object },
): Promise<TrustedProject | undefined> {
  const servers = Object.keys(config.mcpServers ?? {}).filter((name) => !Object.hasOwn(others, name));
  if (servers.length === 0) return undefined;
  return { folder: await realpath(workspace), servers, isStillTrusted };
}

async function readServers(file: string): Promise<McpServersConfig['mcpServers']> {
  const { readMcpConfig } = await import('./read-mcp-config.ts');
  return readMcpConfig(file);
}
