import type { CreateToolsOptions, FamilyChoice } from '@ku0/agent-runtime-tools';
import type { PolicySet } from '@ku0/agent-runtime-tools-approval';
import { printable } from '@ku0/agent-runtime-tools-core';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import { loadConfig } from '../config/load-config.ts';
import { APPROVAL_MODES, type CallOptions } from './call-options.ts';

/** What the configuration and the command line decide besides a person, as `createTools` takes it. */
export interface CallRules extends Pick<CreateToolsOptions, 'policies' | 'permissions' | 'approval' | 'mcpServers'> {
  readonly hooks?: Hooks;
  readonly families: FamilyChoice;
}

/** Reads the configuration and the files of `--policy` and `--hooks`, and shows the problems that they have. */
export async function loadRules(
  { approve, allowReads, policyFile, hooksFile, workspace, given }: CallOptions,
  { err, program }: { readonly err: Output; readonly program: string },
): Promise<CallRules> {
  const config = await loadConfig(workspace, given);
  const chosenHooks = hooksFile ?? config.hooks;
  const hooks = chosenHooks === undefined ? undefined : await loadHooks(chosenHooks, workspace, { err, program });
  const fromFile = policyFile === undefined ? undefined : await loadPolicies(policyFile);
  for (const notice of [...config.notices, ...(config.policies?.notices ?? []), ...(fromFile?.notices ?? [])])
    err.line(`! ${printable(notice)}`);
  const rules = mergedRules(fromFile, config.policies);
  const { families, project, mcpServers } = config;
  return {
    families,
    ...rules,
    ...(hooks !== undefined && { hooks }),
    ...(mcpServers !== undefined && { mcpServers }),
    approval: {
      mode: APPROVAL_MODES[approve],
      approveReads: allowReads,
      ...(project !== undefined && { project }),
    },
  };
}

/** The rules of both. Order does not matter: a rule that denies counts before one that approves. */
function mergedRules(
  first: PolicySet | undefined,
  second: PolicySet | undefined,
): Pick<CallRules, 'policies' | 'permissions'> {
  const sets = [first, second].filter((set) => set !== undefined);
  if (sets.length === 0) return {};
  const all = (name: 'allow' | 'ask' | 'deny' | 'additionalDirectories'): readonly string[] =>
    sets.flatMap(({ permissions }) => permissions[name] ?? []);
  return {
    policies: sets.flatMap(({ policies }) => policies),
    permissions: {
      allow: all('allow'),
      ask: all('ask'),
      deny: all('deny'),
      additionalDirectories: all('additionalDirectories'),
    },
  };
}

async function loadHooks(
  file: string,
  workspace: string,
  { err, program }: { readonly err: Output; readonly program: string },
): Promise<Hooks> {
  const { readHooks, showHookProblems, showStop } = await import('../hooks/read-hooks.ts');
  const hooks = await readHooks(file, workspace, { onStop: ({ reason }) => showStop(reason, err) });
  showHookProblems(hooks, { err, program, path: file, workspace });
  return hooks;
}

async function loadPolicies(file: string): Promise<PolicySet> {
  const { readPolicies } = await import('../policy/read-policies.ts');
  return readPolicies(file);
}
