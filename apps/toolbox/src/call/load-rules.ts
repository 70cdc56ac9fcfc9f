import type { CreateToolsOptions } from '@ku0/agent-runtime-tools';
import type { PolicySet } from '@ku0/agent-runtime-tools-approval';
import { printable } from '@ku0/agent-runtime-tools-core';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { Output } from '@ku0/agent-runtime-tools-terminal';
import { APPROVAL_MODES, type CallOptions } from './call-options.ts';

/** What decides about calls besides a person, as `createTools` takes it. */
export interface CallRules extends Pick<CreateToolsOptions, 'policies' | 'permissions' | 'approval'> {
  readonly hooks?: Hooks;
}

/** Reads the files of `--policy` and `--hooks`, and shows the problems that they have. */
export async function loadRules(
  { approve, allowReads, policyFile, hooksFile, workspace }: CallOptions,
  { err, program }: { readonly err: Output; readonly program: string },
): Promise<CallRules> {
  const hooks = hooksFile === undefined ? undefined : await loadHooks(hooksFile, workspace, { err, program });
  const policies = policyFile === undefined ? undefined : await loadPolicies(policyFile);
  for (const notice of policies?.notices ?? []) err.line(`! ${printable(notice)}`);
  return {
    ...(policies !== undefined && { policies: policies.policies, permissions: policies.permissions }),
    ...(hooks !== undefined && { hooks }),
    approval: { mode: APPROVAL_MODES[approve], approveReads: allowReads },
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
