import { coreErrors, type ApprovalGrant, type ToolError } from '@ku0/agent-runtime-tools-core';
import { hookErrors } from '../errors.ts';
import type { Batches } from '../register/hook-index.ts';
import type { HookCall, HookHost } from './hook-call.ts';
import { runBatches, type HookRun } from './run-batches.ts';

/** The merged outcome of the hooks that run before a tool. */
export interface BeforeHooksOutcome {
  readonly params: unknown;
  /** The hook that rewrote `params`, if one did. */
  readonly rewrittenBy?: string;
  readonly contexts: readonly string[];
  readonly warnings: readonly string[];
  /** Set when the call is blocked. */
  readonly error?: ToolError;
  /** The reason to stop the whole turn. */
  readonly stop?: string;
  /** Why a person must be asked. */
  readonly demand?: string;
  readonly grant?: ApprovalGrant;
}

/** Runs the PreToolUse hooks. Each sees the parameters as rewritten by the ones before it. */
export async function runBeforeHooks(batches: Batches, call: HookCall, host: HookHost): Promise<BeforeHooksOutcome> {
  const collector = new BeforeHooksCollector(call.event.parameters);
  await runBatches(batches, call, host, (ran, current) => {
    collector.add(ran);
    if (collector.error !== undefined) return undefined;
    return collector.params === current.event.parameters
      ? current
      : { ...current, event: { ...current.event, parameters: collector.params } };
  });
  return collector;
}

class BeforeHooksCollector implements BeforeHooksOutcome {
  params: unknown;
  declare rewrittenBy?: string;
  readonly contexts: string[] = [];
  readonly warnings: string[] = [];
  declare error?: ToolError;
  declare stop?: string;
  declare demand?: string;
  declare grant?: ApprovalGrant;

  constructor(params: unknown) {
    this.params = params;
  }

  add(ran: readonly HookRun[]): void {
    const rewriter = ran.findLast(({ outcome }) => outcome.params !== undefined);
    for (const { hook, outcome } of ran) {
      const { context, notice, failure } = outcome;
      if (context !== undefined) this.contexts.push(context);
      if (notice !== undefined) this.warnings.push(notice);
      if (failure !== undefined && !isBlocking({ hook, outcome })) this.warnings.push(failed({ hook, outcome }));
    }
    const worst = WORST_FIRST.map((is) => ran.find(is)).find((found) => found !== undefined);
    if (worst !== undefined) return this.#block(worst);
    if (rewriter !== undefined) {
      this.params = rewriter.outcome.params?.value;
      this.rewrittenBy = rewriter.hook.name;
      // An earlier hook allowed parameters that have now been replaced.
      delete this.grant;
    }
    for (const { hook, outcome } of ran) {
      const { decision, reason } = outcome;
      const because = reason === undefined ? '' : `: ${reason}`;
      if (decision === 'ask') {
        const demand = `Hook "${hook.name}" asks${because}`;
        this.demand = this.demand === undefined ? demand : `${this.demand}\n${demand}`;
      } else if (decision === 'allow' && (rewriter === undefined || rewriter.hook === hook)) {
        this.grant = { by: `hook:${hook.name}`, ...(reason !== undefined && { reason }) };
      }
    }
    return undefined;
  }

  #block(by: HookRun): void {
    const { hook, outcome } = by;
    this.error = errorOf(by);
    if (outcome.stop !== undefined) this.stop = outcome.stop;
    if (outcome.failure !== undefined) this.warnings.push(failed({ hook, outcome }));
  }
}

/** Outcomes that block the call, strongest first. */
const WORST_FIRST: readonly ((ran: HookRun) => boolean)[] = [
  ({ outcome }) => outcome.cancelled === true,
  ({ outcome }) => outcome.stop !== undefined,
  ({ outcome }) => outcome.decision === 'deny',
  isBlocking,
  ({ outcome }) => outcome.decision === 'defer',
];

function isBlocking({ hook, outcome }: HookRun): boolean {
  return outcome.failure !== undefined && (hook.failsClosed || outcome.blocks === true);
}

function failed({ hook, outcome }: HookRun): string {
  return `Hook "${hook.name}" failed: ${outcome.failure ?? ''}`;
}

function errorOf({ hook, outcome }: HookRun): ToolError {
  const { name } = hook;
  if (outcome.cancelled === true) return coreErrors.CANCELLED();
  if (outcome.byPerson === true) {
    const message = `A person cancelled the call in the hook "${name}": ${outcome.reason ?? ''}`;
    return coreErrors.APPROVAL_DENIED({ message, details: { by: 'person', hook: name } });
  }
  if (outcome.stop !== undefined) return blocked(name, 'stopped', `Hook "${name}" stopped everything: ${outcome.stop}`);
  if (outcome.decision === 'deny')
    return blocked(name, 'denied', `Hook "${name}" blocked the call: ${outcome.reason ?? 'it gave no reason.'}`);
  if (outcome.decision === 'defer') {
    const message = `Hook "${name}" put the call off${outcome.reason === undefined ? '.' : `: ${outcome.reason}`}`;
    return blocked(name, 'deferred', message, 'Go on with something else; the call is decided outside.');
  }
  return blocked(name, 'failed', `Hook "${name}" failed, so the call was not made: ${outcome.failure ?? ''}`);
}

function blocked(hook: string, why: string, message: string, suggestion?: string): ToolError {
  const details = { hook, why };
  return hookErrors.HOOK_BLOCKED({ message, details, ...(suggestion !== undefined && { suggestion }) });
}
