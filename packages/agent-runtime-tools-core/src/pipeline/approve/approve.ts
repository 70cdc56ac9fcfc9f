import type { ToolError } from '../../contracts/tool-error.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import type { ToolEntry } from '../../registry/tool-registry.ts';
import { printable } from '../../text/printable.ts';
import { errorMessage } from '../../text/error-message.ts';
import type { Call } from '../call/call.ts';
import { approved, denied } from './approval-decision.ts';
import { Refusal } from '../refusal.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Stage } from '../stage.ts';

declare const consent: unique symbol;

/** Parameters that may be executed. Only this file makes them, so the compiler keeps the order of the stages. */
export type ApprovedParams = { readonly [consent]: true };

/**
 * Asks the tool whether these parameters need approval, before the approve phase begins. Only where hooks apply can
 * somebody else have demanded it.
 */
export function requirement(entry: ToolEntry, runtime: Runtime, { hooked }: { hooked: boolean }): Stage {
  if (!entry.handler.requiresApproval && !hooked) return (next) => next;
  return (next) => (params, call) => {
    const proceed = (): ReturnType<typeof next> => {
      if (isRequired(call) && runtime.endRejectedTurns && call.context.approval.turnRejected) {
        return Promise.resolve(refusedByCore(call, coreErrors.TURN_REJECTED()));
      }
      return next(params, call);
    };
    const asked = entry.handler.requiresApproval ? ask(call, entry, params) : undefined;
    if (asked === undefined) return proceed();
    return asked.then((error) => (error === undefined ? proceed() : refusedByCore(call, error)));
  };
}

/**
 * The last check before the handler: the approve phase, if there is one, has seen exactly these parameters, and
 * where the call needs approval they carry a grant, which is used up here.
 */
export function approve(
  call: Call,
  entry: ToolEntry,
  params: unknown,
  { judged }: { judged: boolean },
): ApprovedParams | Refusal | Promise<ApprovedParams | Refusal> {
  if (judged && call.judged !== params) return refused(call, 'They were changed after the approval phase.');
  if (!entry.handler.requiresApproval) {
    if (call.hooksSaid !== undefined) return useGrant(call, params, judged);
    return judged ? granted(call, params) : unjudged(params);
  }
  if (call.requirementFor === params) return useGrant(call, params, judged);
  const asked = ask(call, entry, params);
  if (asked === undefined) return useGrant(call, params, judged);
  return asked.then((error) => {
    if (error === undefined) return useGrant(call, params, judged);
    refusedByCore(call, error);
    return new Refusal(error);
  });
}

function useGrant(call: Call, params: unknown, judged: boolean): ApprovedParams | Refusal {
  if (!isRequired(call)) return judged ? granted(call, params) : unjudged(params);
  if (call.granted !== params) return refused(call, judged ? NOT_COVERED : NOBODY);
  return granted(call, params);
}

const NOT_COVERED = 'No grant covers exactly these parameters.';
const NOBODY = 'Nobody here can give it: no middleware of the phase "approve" is registered.';

/** The tool asks for approval, or a hook has demanded it. */
export function isRequired(call: Call): boolean {
  return call.approvalRequired || call.hooksSaid?.demand !== undefined;
}

/** What nobody had to judge: the call has no approve phase. */
function unjudged(params: unknown): ApprovedParams {
  return params as ApprovedParams;
}

/** A grant serves one execution. */
function granted(call: Call, params: unknown): ApprovedParams {
  const grant = call.granted === params ? call.grant : undefined;
  call.granted = call.grant = undefined;
  approved(call, grant);
  return params as ApprovedParams;
}

function refused(call: Call, why: string): Refusal {
  const message = `${call.toolName} needs approval and has none. ${why}`;
  const error = coreErrors.APPROVAL_REQUIRED({ message });
  refusedByCore(call, error);
  return new Refusal(error);
}

function refusedByCore(call: Call, error: ToolError): ToolResult {
  const result = fail(error);
  denied(call, result, 'core');
  return result;
}

/** Records the tool's answer for these parameters; a promise only where the tool answers with one. Fails closed. */
export function ask(call: Call, entry: ToolEntry, params: unknown): Promise<ToolError | undefined> | undefined {
  const { requiresApproval } = entry.handler;
  call.requirementFor = params;
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
        // Only a clear "no" is one.
        call.approvalRequired = required !== false;
        return undefined;
      },
      (error: unknown) => cannotTell(call, error),
    );
  } catch (error) {
    return Promise.resolve(cannotTell(call, error));
  }
}

function cannotTell(call: Call, error: unknown): ToolError {
  return coreErrors.APPROVAL_REQUIRED({
    message: `${call.toolName} could not tell whether it needs approval: ${printable(errorMessage(error))}`,
  });
}
