import type { ToolError } from '../../contracts/tool-error.ts';
import { isToolFailure } from '../../authoring/tool-failure.ts';
import { coreErrors } from '../../errors.ts';
import type { ToolEntry } from '../../registry/tool-entry.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Call } from '../call/call.ts';
import { Refusal } from '../refusal.ts';
import type { Stage } from '../stage.ts';
import { denyByCore, recordApproval } from './approval-decision.ts';

declare const approvedBrand: unique symbol;

/** Parameters that may be executed. Only this file creates them, so the compiler enforces the order of the stages. */
export type ApprovedParams = { readonly [approvedBrand]: true };

/**
 * Asks the tool whether these parameters need approval, before the approve phase begins. A tool without
 * `requiresApproval` needs no such stage unless hooks apply to it, because only hooks can demand approval.
 */
export function requirementStage(entry: ToolEntry, runtime: Runtime, { hooked }: { hooked: boolean }): Stage {
  if (!entry.handler.requiresApproval && !hooked) return (next) => next;
  return (next) => (params, call) => {
    const proceed = (): ReturnType<typeof next> => {
      if (isApprovalRequired(call) && runtime.endRejectedTurns && call.context.approval.turnRejected) {
        return Promise.resolve(denyByCore(call, coreErrors.TURN_REJECTED()));
      }
      return next(params, call);
    };
    const asked = entry.handler.requiresApproval ? askRequirement(call, entry, params) : undefined;
    if (asked === undefined) return proceed();
    return asked.then((error) => (error === undefined ? proceed() : denyByCore(call, error)));
  };
}

/**
 * The last check before the handler: the approve phase, if the tool has one, saw exactly these parameters; and if the
 * call needs approval, there is a grant for them, which is used up here.
 */
export function approve(
  call: Call,
  entry: ToolEntry,
  params: unknown,
  { judged }: { judged: boolean },
): ApprovedParams | Refusal | Promise<ApprovedParams | Refusal> {
  if (judged && call.judgedParams !== params) return refuse(call, 'They were changed after the approval phase.');
  if (!entry.handler.requiresApproval) {
    if (call.hookConsent !== undefined) return checkGrant(call, params, judged);
    return judged ? useGrant(call, params) : withoutApprovePhase(params);
  }
  if (call.requirementParams === params) return checkGrant(call, params, judged);
  const asked = askRequirement(call, entry, params);
  if (asked === undefined) return checkGrant(call, params, judged);
  return asked.then((error) => {
    if (error === undefined) return checkGrant(call, params, judged);
    denyByCore(call, error);
    return new Refusal(error);
  });
}

function checkGrant(call: Call, params: unknown, judged: boolean): ApprovedParams | Refusal {
  if (!isApprovalRequired(call)) return judged ? useGrant(call, params) : withoutApprovePhase(params);
  if (call.grantedParams !== params) return refuse(call, judged ? NOT_COVERED : NO_APPROVER);
  return useGrant(call, params);
}

const NOT_COVERED = 'No grant covers exactly these parameters.';
const NO_APPROVER = 'Nobody here can give it: no middleware of the phase "approve" is registered.';

/** True if the tool asks for approval of the call or a hook has demanded it. */
export function isApprovalRequired(call: Call): boolean {
  return call.approvalRequired || call.hookConsent?.demand !== undefined;
}

/** The call needs no approval and no approver applies to its tool, so there is no decision to record. */
function withoutApprovePhase(params: unknown): ApprovedParams {
  return params as ApprovedParams;
}

/** A grant is good for one execution. */
function useGrant(call: Call, params: unknown): ApprovedParams {
  const grant = call.grantedParams === params ? call.grant : undefined;
  call.grantedParams = call.grant = undefined;
  recordApproval(call, grant);
  return params as ApprovedParams;
}

function refuse(call: Call, why: string): Refusal {
  const message = `${call.toolName} needs approval and has none. ${why}`;
  const error = coreErrors.APPROVAL_REQUIRED({ message });
  denyByCore(call, error);
  return new Refusal(error);
}

/**
 * Asks the tool's `requiresApproval` about these parameters and records the answer in the call. Returns a promise only
 * if the tool answers with one. If the tool fails to answer, the call is denied.
 */
export function askRequirement(
  call: Call,
  entry: ToolEntry,
  params: unknown,
): Promise<ToolError | undefined> | undefined {
  const { requiresApproval } = entry.handler;
  call.requirementParams = params;
  call.approvalRequired = true;
  if (typeof requiresApproval !== 'function') return undefined;
  try {
    const answer = requiresApproval.call(entry.handler, params, call.context);
    if (typeof answer === 'boolean') {
      call.approvalRequired = answer;
      return undefined;
    }
    return Promise.resolve(answer).then(
      (required: unknown) => {
        // Anything other than `false` counts as yes.
        call.approvalRequired = required !== false;
        return undefined;
      },
      (error: unknown) => requirementFailed(call, error),
    );
  } catch (error) {
    return Promise.resolve(requirementFailed(call, error));
  }
}

function requirementFailed(call: Call, error: unknown): ToolError {
  if (isToolFailure(error)) return error.error;
  return coreErrors.APPROVAL_REQUIRED({
    message: `${call.toolName} could not tell whether it needs approval: ${printable(errorMessage(error))}`,
  });
}
