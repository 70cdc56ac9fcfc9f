import { FAMILY_NAMES, type FamilyName } from '@ku0/agent-runtime-tools';
import type { PolicySet, ProjectPolicies } from '@ku0/agent-runtime-tools-approval';
import type { McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import type { CommandOptions } from '../command-line/command.ts';
import { parseDocument, readBounded } from '../command-line/read-document.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { configFolder } from './config-folder.ts';
import { readConfig, type FamilyEntries, type ToolboxConfig } from './read-config.ts';

/** What the configurations and the command line choose together. */
export interface LoadedConfig {
  readonly families: FamilyEntries;
  readonly policies: PolicySet | undefined;
  /** The rules of the project's configuration. They only restrict. */
  readonly project: ProjectPolicies | undefined;
  readonly hooks: string | undefined;
  readonly mcpServers: McpServersConfig['mcpServers'] | undefined;
  /** Settings that do not count, and why. */
  readonly notices: readonly string[];
}

/**
 * Reads the person's own configuration and that of the project in the workspace. A project's can only restrict: it turns
 * families off, and its rules deny and ask. Throws a UsageError if one of them is invalid.
 */
export async function loadConfig(workspace: string, options: CommandOptions): Promise<LoadedConfig> {
  const own = await readConfig(configFolder());
  const project = await readConfig(workspace);
  const { families: list, 'mcp-config': mcpFile } = options;
  const given = typeof mcpFile === 'string' ? await readServers(mcpFile) : undefined;
  const mcpServers = { ...own?.mcpServers, ...given };
  return {
    families:
      typeof list === 'string' ? onlyThese(list, own) : { ...DEFAULTS, ...withDefaults(own), ...turnedOff(project) },
    policies: own?.policies,
    project: projectPolicies(project, workspace),
    hooks: own?.hooks,
    mcpServers: Object.keys(mcpServers).length === 0 ? undefined : mcpServers,
    notices: project === undefined ? [] : ignoredSettings(project),
  };
}

/** Every call of the toolbox is a task of its own, so undo works on the changes of all tasks. */
const DEFAULTS = { files: { changes: 'workspace' }, browser: true, task: true } as const satisfies FamilyEntries;

function withDefaults(own: ToolboxConfig | undefined): FamilyEntries {
  const { files, ...others } = own?.families ?? {};
  if (files === undefined || files === true) return others;
  return { ...others, files: files === false ? false : { ...DEFAULTS.files, ...files } };
}

function turnedOff(project: ToolboxConfig | undefined): FamilyEntries {
  const off = Object.entries(project?.families ?? {}).filter(([, choice]) => choice === false);
  return Object.fromEntries(off);
}

/** The families of `--families`, with the options of the person's own configuration, and no others. */
function onlyThese(list: string, own: ToolboxConfig | undefined): FamilyEntries {
  const names = list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !FAMILY_NAMES.some((family) => family === name));
  if (unknown !== undefined)
    throw new UsageError(`There is no family ${unknown === '' ? 'without a name' : unknown}.`, {
      mistyped: { name: unknown, known: FAMILY_NAMES },
      next: [`The families: ${FAMILY_NAMES.join(', ')}`],
    });
  const chosen: FamilyEntries = { ...DEFAULTS, ...withDefaults(own) };
  const choiceOf = (name: FamilyName) => (names.includes(name) ? chosen[name] || true : false);
  return Object.fromEntries(FAMILY_NAMES.map((name) => [name, choiceOf(name)]));
}

function projectPolicies(project: ToolboxConfig | undefined, workspace: string): ProjectPolicies | undefined {
  if (project?.policies === undefined) return undefined;
  const { policies, permissions, digest } = project.policies;
  return { policies, permissions, digest, workspace, subject: `config:${project.file}` };
}

/** What a project's configuration says and may not decide. Rules that approve are reported by the approval. */
function ignoredSettings({ file, families, hooks, mcpServers }: ToolboxConfig): string[] {
  const on = Object.entries(families).flatMap(([name, choice]) => (choice === false ? [] : [`families.${name}`]));
  const settings = [
    ...on,
    ...(hooks === undefined ? [] : ['hooks']),
    ...(mcpServers === undefined ? [] : ['mcpServers']),
  ];
  return settings.map((setting) => `${file}: ${setting} does not count, because a project can only restrict.`);
}

/** The servers of `--mcp-config`, which the person names. */
async function readServers(file: string): Promise<McpServersConfig['mcpServers']> {
  const text = await readBounded(file, 'The MCP servers in');
  try {
    const value = await parseDocument(file, text);
    if (typeof value === 'object' && value !== null && 'mcpServers' in value && isServers(value.mcpServers))
      return value.mcpServers;
  } catch (error) {
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${file} has no object "mcpServers".`);
}

/** Each server is checked when it is started. */
function isServers(value: unknown): value is McpServersConfig['mcpServers'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
