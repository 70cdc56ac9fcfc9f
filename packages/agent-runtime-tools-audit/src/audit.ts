import {
  errorMessage,
  fail,
  type AttachedCoordinator,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { CallRecorder } from './call-recorder.ts';
import { auditErrors } from './errors.ts';
import type { AuditKey } from './record/audit-key.ts';
import { createDigest } from './record/digest.ts';
import type { AuditSink } from './sinks/audit-sink.ts';
import { Trail } from './trail/trail.ts';

export interface AuditOptions {
  /** Where the trail is kept: a `FileAuditSink`, a `SqliteAuditSink`, a `PostgresAuditSink`, or your own. */
  readonly sink: AuditSink;
  /** Makes the digests of arguments and results with this key, so that nobody can find short values by trying. */
  readonly digestKey?: AuditKey;
  /** Default `true`. Digests of large results take time: about 1 ms for each MB. */
  readonly digestResults?: boolean;
  /**
   * What happens to calls while the trail cannot be written. `deny`, the default: they fail with `AUDIT_UNAVAILABLE`.
   * `continue`: they run, with a warning in their result and an `audit_failed` event.
   */
  readonly onFailure?: 'deny' | 'continue';
  /** How long the sink may take before that counts as a failure. Default 5,000. */
  readonly timeoutMs?: number;
  /** Told of every new failure of the sink. Default: a warning of the process. */
  readonly onProblem?: (problem: string) => void;
}

/** Records every call. A call runs only after the record that says so has been written. */
export function audit(options: AuditOptions): ToolMiddleware {
  const { sink, digestKey, digestResults = true, onFailure = 'deny', timeoutMs = 5000 } = options;
  const trail = new Trail({ sink, timeoutMs, onProblem: options.onProblem ?? warn });
  const recorder = new CallRecorder({ trail, digest: createDigest(digestKey), digestResults });
  const coordinators = new Map<string, () => void>();
  const runUnrecorded = async (error: unknown, ...[params, context, next]: CallParts): Promise<ToolResult> => {
    const reason = errorMessage(error);
    context.publish('audit_failed', { toolName: context.tool.name, reason });
    if (onFailure === 'deny') return fail(auditErrors.AUDIT_UNAVAILABLE({ details: { reason } }));
    const result = await next(params);
    const warnings = [...(result.metadata.warnings ?? []), `This call may be missing in the audit trail: ${reason}`];
    return { ...result, metadata: { ...result.metadata, warnings } };
  };
  const runWhenWritten = async (written: Promise<void>, ...call: CallParts): Promise<ToolResult> => {
    try {
      await written;
    } catch (error) {
      return runUnrecorded(error, ...call);
    }
    const [params, , next] = call;
    return next(params);
  };
  return {
    name: 'audit',
    phase: 'around',
    // The innermost of all: it records the arguments that the handler gets.
    priority: Number.MIN_SAFE_INTEGER,
    attach(coordinator: AttachedCoordinator) {
      coordinators.set(coordinator.id, recorder.listen(coordinator.activity));
    },
    execute(params, context, next) {
      let written: void | Promise<void>;
      try {
        written = recorder.run(params, context);
      } catch (error) {
        return runUnrecorded(error, params, context, next);
      }
      return written === undefined ? next(params) : runWhenWritten(written, params, context, next);
    },
    async shutdown({ id }) {
      coordinators.get(id)?.();
      coordinators.delete(id);
      // The sink opens itself again if another coordinator uses it later.
      if (coordinators.size === 0) await trail.close();
    },
  };
}

type CallParts = Parameters<ToolMiddleware['execute']>;

function warn(problem: string): void {
  process.emitWarning(`The audit trail cannot be written: ${problem}`, { code: 'AUDIT_UNAVAILABLE' });
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    /** The trail could not be written before this call. */
    audit_failed: { readonly toolName: string; readonly reason: string };
  }
}
