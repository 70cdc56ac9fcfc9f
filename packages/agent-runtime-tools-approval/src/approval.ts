import { coreErrors, fail, type ToolIdentity, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { AutoApprover, type AutoApproverOptions } from './auto-approver.ts';
import { touchesSystem, onlyReads } from './calls/tool-profile.ts';
import type { Environment } from './calls/digest/call-digest.ts';
import { ApprovalGate, type AskPerson } from './gate/approval-gate.ts';
import { ApprovalMemory } from './gate/approval-memory.ts';
import type { ApprovalRequest } from './gate/approval-request.ts';
import { BatchedAsk, type AskAll } from './gate/batched-ask.ts';
import { ApprovePhase } from './gate/approve-phase.ts';
import type { PolicyEngineOptions } from './policy/policy-engine-options.ts';
import type { ProjectPolicies } from './policy/load/project-policies.ts';
import type { ApprovalStore } from './stores/approval-store.ts';

export interface ApprovalOptions extends AutoApproverOptions {
  /**
   * Asks a person. Without `ask`, `askAll` or a `gate`, the call's `callbacks.confirm` is asked; calls without one are denied.
   */
  readonly ask?: AskPerson;
  /** Asks about all requests of one principal that arrive at about the same time. */
  readonly askAll?: AskAll;
  /** The host's own gate, where requests are answered by id. */
  readonly gate?: ApprovalGate;
  /** Stores "always" approvals and pending requests, outside every workspace. */
  readonly store?: ApprovalStore;
  /** How long a request waits before it is denied. Default five minutes. */
  readonly timeoutMs?: number;
  /** How long an "always" approval lasts. Default 90 days. */
  readonly expiresAfterMs?: number;
  /** The environment that commands will run in. Default: the process's. */
  readonly environment?: () => Environment;
  /** The approval of the parent agent: a call is approved only if the parent would approve it too. */
  readonly parent?: ApprovalMiddleware;
}

/** The middleware of the phase `approve`, with its parts for the host. */
export interface ApprovalMiddleware extends ToolMiddleware {
  readonly gate: ApprovalGate;
  readonly memory: ApprovalMemory;
  readonly approver: AutoApprover;
  /** Notices for the user: a corrupt store that was moved aside, rules of an untrusted project that do not count. */
  notices(): readonly string[];
  /** Removes expired approvals and requests from the store and returns their number. */
  purge(): Promise<number>;
  /**
   * Replaces the policies, which may be about any tool. Pending calls are judged by the new ones. Throws, and changes
   * nothing, if the policies are invalid.
   */
  reload(options: PolicyEngineOptions & { readonly project?: ProjectPolicies }): void;
}

/** Runs calls that rules approve, refuses calls that they deny, and asks a person about the rest. */
export function approval(options: ApprovalOptions = {}): ApprovalMiddleware {
  const { store, ask, askAll, timeoutMs, expiresAfterMs, parent } = options;
  const approver = new AutoApprover(options);
  const gate =
    options.gate ??
    new ApprovalGate({ ...(store !== undefined && { store }), ...(timeoutMs !== undefined && { timeoutMs }) });
  const memory = new ApprovalMemory({
    ...(store !== undefined && { store }),
    ...(expiresAfterMs !== undefined && { expiresAfterMs }),
    now: () => gate.clock.now(),
  });
  const batchedAsk = askAll && new BatchedAsk(askAll);
  const approvePhase = new ApprovePhase({
    approver,
    gate,
    memory,
    ask: batchedAsk?.ask ?? ask,
    batchedAsk,
    canAsk: ask !== undefined || askAll !== undefined || options.gate !== undefined,
    environment: options.environment ?? (() => process.env),
    parent: parent?.approver,
    parentMemory: parent?.memory,
  });
  const listeners = new Set<() => void>();
  const coordinators = new Set<string>();
  const hasBoundary = options.workspace !== undefined || options.project !== undefined;
  const mustJudge = (tool: ToolIdentity, hasWorkspace: boolean): boolean => {
    const profile = approver.profileOf(tool.name, tool.capabilities, tool.aliases, tool);
    // A tool that only reads is judged by its paths, which needs a boundary.
    const isRelevant = hasWorkspace ? touchesSystem(profile) : !onlyReads(profile);
    return parent !== undefined || isRelevant || mayRequireApproval(tool) || approver.engine.mayRestrict(profile);
  };
  return {
    name: 'approval',
    phase: 'approve',
    judgesAhead: true,
    gate,
    memory,
    approver,
    appliesTo(tool, { hooked, services }) {
      const hasWorkspace = hasBoundary || services === undefined || services.workspace !== undefined;
      return hooked || mustJudge(tool, hasWorkspace);
    },
    onAppliesToChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    execute(params, context, next) {
      const { tool, approval: state } = context;
      if (!state.required && parent === undefined) {
        const profile = approver.profileOf(tool.name, tool.capabilities, tool.aliases, tool);
        const hasWorkspace = hasBoundary || context.services.workspace !== undefined;
        const touchesFiles = profile.capabilities.readsFiles || profile.capabilities.writesFiles;
        const hasPaths = touchesFiles && (hasWorkspace || !onlyReads(profile));
        // No rule denies or asks, and there is no path to check.
        if (!hasPaths && approver.mode === 'default' && !approver.engine.mayRestrict(profile)) return next(params);
      }
      if (context.signal.aborted) return Promise.resolve(fail(coreErrors.CANCELLED()));
      return approvePhase.run(params, context, next);
    },
    purge: () => memory.purge(),
    notices: () => [...approver.notices, ...(store?.problems?.() ?? [])],
    reload(policies) {
      approver.load(policies);
      for (const listener of listeners) listener();
    },
    attach: ({ id }) => void coordinators.add(id),
    // Without a principal, session approvals of every task with this id are dropped. At worst somebody is asked again.
    endTask: (taskId, { principalId }) => memory.endTask({ taskId, ...(principalId !== '' && { principalId }) }),
    async shutdown({ id }) {
      coordinators.delete(id);
      await gate.close({ coordinatorId: id });
      // The store reopens itself if another coordinator uses it later.
      if (coordinators.size === 0) await store?.close?.();
    },
  };
}

function mayRequireApproval({ requiresApproval }: ToolIdentity): boolean {
  return requiresApproval !== undefined && requiresApproval !== false;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    approval_requested: { readonly request: ApprovalRequest };
    approval_resolved: { readonly id: string; readonly approved: boolean; readonly by: string };
  }
}
