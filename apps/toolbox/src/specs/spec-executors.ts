import { httpExecutor, moduleExecutor, pythonExecutor, type SpecExecutor } from '@ku0/agent-runtime-tools-specs';
import type { McpServers } from '@ku0/agent-runtime-tools-mcp';
import { privateHosts } from './private-hosts.ts';
import type { ChosenSpecs } from './spec-loaders.ts';

/** What runs specs, besides commands: functions, Python, requests with the secrets that are allowed, and MCP servers. */
export async function specExecutors(
  { own, project }: ChosenSpecs,
  { mcp, env = process.env }: { readonly mcp: McpServers | undefined; readonly env?: NodeJS.ProcessEnv },
): Promise<SpecExecutor[]> {
  const all = [own, project].filter((settings) => settings !== undefined);
  const modules = all.flatMap((settings) => settings.modules ?? []);
  const folders = all.flatMap(({ python }) => python?.folders ?? []);
  const python = all.find((settings) => settings.python?.python !== undefined)?.python?.python;
  const secrets = all.flatMap(({ secrets: named = [], sources }) => [
    ...named,
    ...sources.flatMap(({ auth = {} }) => Object.values(auth).map(({ secret }) => secret)),
  ]);
  const allowPrivate = [own, project].flatMap((settings, index) =>
    (settings?.sources ?? []).flatMap(({ serverUrl }) => privateHosts(serverUrl, { isProject: index === 1 })),
  );
  const executors = [
    httpExecutor({
      secrets: (name) => (secrets.includes(name) ? env[name] : undefined),
      network: { allowPrivate },
    }),
  ];
  if (modules.length > 0) executors.push(moduleExecutor({ folders: modules }));
  if (folders.length > 0) executors.push(pythonExecutor({ folders, ...(python !== undefined && { python }) }));
  if (mcp !== undefined) {
    const { mcpExecutor } = await import('@ku0/agent-runtime-tools-specs');
    executors.push(mcpExecutor({ servers: mcp }));
  }
  return executors;
}
