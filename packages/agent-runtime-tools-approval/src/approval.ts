import { coreErrors, fail, type ToolIdentity, type ToolMiddleware } from '@ku0/agent-runtime-tools-core';
import { AutoApprover, type AutoApproverOptions } from './auto-approver.ts';
import { touchesSystem, onlyReads } from './calls/tool-profile.ts';
import type { Environment } from './calls/digest/call-digest.ts';
import { ApprovalGate, type AskPerson } from './gate/approval-gate.ts';
import { ApprovalMemory } from './gate/approval-memory.ts';
import type { ApprovalRequest } from './gate/approval-request.ts';
import { BatchedAsk, type AskAll } from './gate/batched-ask.ts';
import { ApprovePhase } from './gate/approve-phase.ts';
import type { PolicyEngineOptions } from './policy/policy-engine.ts';
import type { ProjectPolicies } from './policy/project-policies.ts';
import type { ApprovalStore } from './stores/approval-store.ts';

export interface ApprovalOptions extends AutoApproverOptions {
  /** Asks a person. Without it, `askAll` or a `gate` of the host's own, what would ask is denied. */
  readonly ask?: AskPerson;
  /** Asks about all requests of one principal that wait at the same moment. */
  readonly askAll?: AskAll;
  /** A gate of the host's own, answered by id. */
  readonly gate?: ApprovalGate;
  /** Keeps "always" and what is pending, outside of every workspace. */
  readonly store?: ApprovalStore;
  /** How long a request waits before it is denied. Default five minutes. */
  readonly timeoutMs?: number;
  /** How long "always" lasts. Default 90 days. */
  readonly expiresAfterMs?: number;
  /** The environment that commands would see. Default: the process's. */
  readonly environment?: () => Environment;
  /** The approval of the agent that started this one: nothing is approved here that it would not approve. */
  readonly parent?: ApprovalMiddleware;
}

/** The middleware of the phase `approve`, and what a host steers it by. */
export interface ApprovalMiddleware extends ToolMiddleware {
  readonly gate: ApprovalGate;
  readonly memory: ApprovalMemory;
  readonly approver: AutoApprover;
  /** What people should know: a store that was put aside, a project's rules that do not count. */
  notices(): readonly string[];
  /** Removes expired consents and requests from the store, and returns how many that were. */
  purge(): Promise<number>;
  /**
   * Puts other policies in place of these, about whichever tools, also for what is pending. Throws, and changes
   * nothing, if they are faulty.
   */
  reload(options: PolicyEngineOptions & { readonly project?: ProjectPolicies }): void;
}

/** Lets through what rules approve, refuses what they deny, and asks a person about the rest. */
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
  const together = askAll && new BatchedAsk(askAll);
  const approvePhase = new ApprovePhase({
    approver,
    gate,
    memory,
    ask: together?.ask ?? ask,
    together,
    isAnyoneThere: ask !== undefined || askAll !== undefined || options.gate !== undefined,
    environment: options.environment ?? (() => process.env),
    parent: parent?.approver,
    parentMemory: parent?.memory,
  });
  const listeners = new Set<() => void>();
  const coordinators = new Set<string>();
  const hasBoundary = options.workspace !== undefined || options.project !== undefined;
  const mustJudge = (tool: ToolIdentity, isGuarded: boolean): boolean => {
    const profile = approver.profileOf(tool.name, tool.capabilities, tool.aliases, tool);
    // What only reads is judged for where its paths lead, and without a workspace that is nobody's business here.
    const isRelevant = isGuarded ? touchesSystem(profile) : !onlyReads(profile);
    return parent !== undefined || isRelevant || asksForApproval(tool) || approver.engine.mayRestrict(profile);
  };
  return {
    name: 'approval',
    phase: 'approve',
    judgesAhead: true,
    gate,
    memory,
    approver,
    appliesTo(tool, { hooked, services }) {
      const isGuarded = hasBoundary || services === undefined || services.workspace !== undefined;
      return hooked || mustJudge(tool, isGuarded);
    },
    onAppliesToChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    execute(params, context, next) {
      const { tool, approval: state } = context;
      if (!state.required && parent === undefined) {
        const profile = approver.profileOf(tool.name, tool.capabilities, tool.aliases, tool);
        const isGuarded = hasBoundary || context.services.workspace !== undefined;
        const touchesFiles = profile.capabilities.readsFiles || profile.capabilities.writesFiles;
        const hasPaths = touchesFiles && (isGuarded || !onlyReads(profile));
        // Nothing forbids, nothing asks, and there is no path to check against a boundary.
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
    // A host that names no principal here ends the task for whoever has one of this name: that asks again, no more.
    endTask: (taskId, { principalId }) => memory.endTask({ taskId, ...(principalId !== '' && { principalId }) }),
    async shutdown({ id }) {
      coordinators.delete(id);
      await gate.close({ coordinatorId: id });
      // Another coordinator that comes later opens it again.
      if (coordinators.size === 0) await store?.close?.();
    },
  };
}

function asksForApproval({ requiresApproval }: ToolIdentity): boolean {
  return requiresApproval !== undefined && requiresApproval !== false;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    approval_requested: { readonly request: ApprovalRequest };
    approval_resolved: { readonly id: string; readonly approved: boolean; readonly by: string };
  }
}
