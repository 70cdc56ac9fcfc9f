import type { CreateToolsOptions, FamilyChoice } from '@ku0/agent-runtime-tools';
import type { PolicySet } from '@ku0/agent-runtime-tools-approval';
import { printable, type ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import { paintFor, type Output } from '@ku0/agent-runtime-tools-terminal';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { mergedPolicies } from '../config/merged-policies.ts';
import { showConfigNotices } from '../config/show-notices.ts';
import { APPROVAL_MODES, type CallOptions } from './call-options.ts';

/** What the configuration and the command line decide besides a person. */
export interface CallRules extends Pick<
  CreateToolsOptions,
  'policies' | 'permissions' | 'approval' | 'mcpServers' | 'mcp'
> {
  /** Those of `--hooks` or of the person. */
  readonly hooks?: Hooks;
  /** Those of a trusted project. */
  readonly projectHooks?: Hooks;
  readonly families: FamilyChoice;
  /** The packs of the configuration. */
  readonly packs: readonly ToolPack[];
  readonly specs: LoadedConfig['specs'];
  readonly telemetry: LoadedConfig['telemetry'];
}

export interface LoadRulesHost {
  readonly err: Output;
  readonly program: string;
  /** A hook has stopped the work. Default: it is shown. */
  readonly onStop?: (reason: string) => void;
}

/** Reads the configuration and the files of `--policy` and `--hooks`, and shows the problems that they have. */
export async function loadRules(
  { approve, allowReads, policyFile, hooksFile, workspace, given }: CallOptions,
  { err, program, onStop = (reason) => showHookStop(reason, err) }: LoadRulesHost,
): Promise<CallRules> {
  const config = await loadConfig(workspace, given);
  const read = (file: string | undefined) => file && loadHooks(file, workspace, { err, program, onStop });
  const hooks = await read(hooksFile ?? config.hooks.own);
  const projectHooks = await read(config.hooks.project);
  const fromFile = policyFile === undefined ? undefined : await loadPolicies(policyFile);
  showConfigNotices(config, { err, program, workspace });
  for (const notice of fromFile?.notices ?? []) err.line(`! ${printable(notice)}`);
  const rules = mergedPolicies(fromFile, config.policies);
  const { families, packs, project, mcpServers, mcpProject, specs, telemetry } = config;
  return {
    families,
    packs,
    specs,
    telemetry,
    ...(rules !== undefined && { policies: rules.policies, permissions: rules.permissions }),
    ...(hooks && { hooks }),
    ...(projectHooks && { projectHooks }),
    ...(mcpServers !== undefined && { mcpServers }),
    ...(mcpProject !== undefined && { mcp: { project: mcpProject } }),
    approval: {
      mode: APPROVAL_MODES[approve],
      approveReads: allowReads,
      ...(project !== undefined && { project }),
    },
  };
}

function showHookStop(reason: string, err: Output): void {
  const paint = paintFor(err);
  err.line(`${paint.yellow('!')} ${paint.plain(`A hook stopped the work: ${reason}`)}`);
}

async function loadHooks(
  file: string,
  workspace: string,
  { err, program, onStop }: Required<LoadRulesHost>,
): Promise<Hooks> {
  const { readHooks, showHookProblems } = await import('../hooks/read-hooks.ts');
  const hooks = await readHooks(file, workspace, { onStop: ({ reason }) => onStop(reason) });
  showHookProblems(hooks, { err, program, path: file, workspace });
  return hooks;
}

async function loadPolicies(file: string): Promise<PolicySet> {
  const { readPolicies } = await import('../policy/read-policies.ts');
  return readPolicies(file);
}
