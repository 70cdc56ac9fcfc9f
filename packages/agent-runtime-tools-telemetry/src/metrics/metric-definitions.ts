export interface MetricDefinition {
  /** For Prometheus. */
  readonly name: string;
  /** For OpenTelemetry. Its exporter for Prometheus makes the same `name` of it. */
  readonly otelName: string;
  /** As OpenTelemetry writes it. */
  readonly unit: string;
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}

/** All metrics, for Prometheus and OpenTelemetry alike. */
export const METRICS = {
  calls: {
    name: 'agent_tool_calls_total',
    otelName: 'agent.tool.calls',
    unit: '{call}',
    kind: 'counter',
    help: 'Calls that have ended, by tool and outcome (ok, error). Names that no tool has count as the tool "unknown".',
    labels: ['tool', 'outcome'],
  },
  errors: {
    name: 'agent_tool_errors_total',
    otelName: 'agent.tool.errors',
    unit: '{error}',
    kind: 'counter',
    help: 'Calls that failed, by tool and error code.',
    labels: ['tool', 'code'],
  },
  duration: {
    name: 'agent_tool_call_duration_seconds',
    otelName: 'agent.tool.call.duration',
    unit: 's',
    kind: 'histogram',
    help: 'How long calls took, without the time that they waited for a slot or for approval.',
    labels: ['tool'],
  },
  queueWait: {
    name: 'agent_tool_queue_wait_seconds',
    otelName: 'agent.tool.queue.wait',
    unit: 's',
    kind: 'histogram',
    help: 'How long calls waited for a free slot. Calls that did not wait are not counted.',
    labels: ['tool'],
  },
  approvalWait: {
    name: 'agent_tool_approval_wait_seconds',
    otelName: 'agent.tool.approval.wait',
    unit: 's',
    kind: 'histogram',
    help: 'How long decisions of the approve phase took, by who or what decided. For "person": how long the person took.',
    labels: ['by'],
  },
  approvals: {
    name: 'agent_tool_approvals_total',
    otelName: 'agent.tool.approvals',
    unit: '{decision}',
    kind: 'counter',
    help: 'Decisions of the approve phase, by tool, outcome (approved, denied) and who or what decided.',
    labels: ['tool', 'outcome', 'by'],
  },
  hooks: {
    name: 'agent_tool_hook_runs_total',
    otelName: 'agent.tool.hook.runs',
    unit: '{run}',
    kind: 'counter',
    help: 'Runs of hooks, by event and decision.',
    labels: ['event', 'decision'],
  },
  queueLength: {
    name: 'agent_tool_queue_length',
    otelName: 'agent.tool.queue.length',
    unit: '{call}',
    kind: 'gauge',
    help: 'Calls that are waiting for a free slot now.',
    labels: [],
  },
  inFlight: {
    name: 'agent_tool_calls_in_flight',
    otelName: 'agent.tool.calls.in_flight',
    unit: '{call}',
    kind: 'gauge',
    help: 'Calls that have begun and not ended.',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricId = keyof typeof METRICS;
