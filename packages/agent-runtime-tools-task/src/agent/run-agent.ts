import { randomUUID } from 'node:crypto';
import {
  errorMessage,
  fail,
  isToolSelector,
  ok,
  printable,
  ToolFailure,
  type ContextWith,
  type ToolResult,
  type ToolView,
} from '@ku0/agent-runtime-tools-core';
import { taskErrors } from '../errors.ts';
import type { Agents } from './agents.ts';
import type { AgentReport, AgentRunner } from './agent-runner.ts';
import type { AgentBudget } from './agent-budget.ts';
import { taskTools } from './task-tools.ts';

export interface AgentParams {
  readonly prompt: string;
  readonly description?: string;
  readonly type?: string;
  readonly tools?: readonly string[];
  readonly maxTurns?: number;
}

export interface AgentValue {
  result: string;
  completed: boolean;
  turns: number;
  tokens: number;
}

/** Runs a sub-agent to its end in a task of its own, within the limits of the task that starts it. */
export async function runAgent(params: AgentParams, context: ContextWith<'agents'>): Promise<ToolResult<AgentValue>> {
  const { agents } = context.services;
  const { runner, maxDepth, maxTurns, maxRunning } = agents.options;
  if (runner === undefined) return fail(taskErrors.AGENTS_NOT_CONFIGURED());
  const depth = agents.depthOf(context) + 1;
  if (depth > maxDepth) return fail(taskErrors.AGENT_DEPTH({ details: { maxDepth } }));
  if (agents.runningWith(context) >= maxRunning) return fail(taskErrors.TOO_MANY_AGENTS({ details: { maxRunning } }));
  const whole = agents.budgetOf(context);
  if (whole.isExhausted) return fail(taskErrors.BUDGET_EXHAUSTED());
  const tools = toolsOf(params.tools, context.tools, { mayDelegate: depth < maxDepth });
  const budget = whole.part({ turns: Math.min(params.maxTurns ?? maxTurns, maxTurns) });
  const report = await inTaskOfItsOwn(params, context, { agents, runner, depth, tools, budget });
  return ok({
    result: report.result,
    completed: report.completed ?? true,
    turns: budget.turns,
    tokens: budget.tokens,
  });
}

/** The tools of a sub-agent: those of its parent, or the ones of them that the call names. */
function toolsOf(
  names: readonly string[] | undefined,
  own: ToolView,
  { mayDelegate }: { mayDelegate: boolean },
): ToolView {
  const unknown = names?.filter((name) => !isToolSelector(name) && !own.has(name)) ?? [];
  if (unknown.length > 0) {
    const message = `You do not have these tools: ${unknown
      .slice(0, 10)
      .map((name) => printable(name))
      .join(', ')}.`;
    throw new ToolFailure(taskErrors.UNKNOWN_AGENT_TOOLS({ message, details: { unknown } }));
  }
  const chosen = names === undefined ? own : own.view(names);
  const left = mayDelegate ? chosen : chosen.view(({ name }) => name !== 'agent');
  return left.view(({ name }) => name !== 'switch_mode');
}

interface Start {
  readonly agents: Agents;
  readonly runner: AgentRunner;
  readonly depth: number;
  readonly tools: ToolView;
  readonly budget: AgentBudget;
}

/** Whatever the sub-agent leaves behind, such as background commands, ends with its task. */
async function inTaskOfItsOwn(
  { prompt, description, type }: AgentParams,
  context: ContextWith<'agents'>,
  { agents, runner, depth, tools, budget }: Start,
): Promise<AgentReport> {
  const { principal, signal } = context;
  const child = { taskId: `${context.taskId}/agent-${randomUUID()}`, ...(principal !== undefined && { principal }) };
  const endTask = (): Promise<void> => context.tools.endTask(child.taskId, child);
  const onAbort = (): void => void endTask();
  const started = agents.begin(context, child, budget);
  // A runner that ignores the signal does not keep its programs running.
  signal.addEventListener('abort', onAbort, { once: true });
  let completed = false;
  context.publish('agent_start', {
    agentTaskId: child.taskId,
    depth,
    prompt,
    ...(description !== undefined && { description }),
  });
  try {
    signal.throwIfAborted();
    const bound = taskTools(tools, { taskId: child.taskId, parent: context });
    const report = await runner.run({
      prompt,
      description,
      type,
      taskId: child.taskId,
      depth,
      tools: bound,
      budget,
      signal,
    });
    completed = report.completed ?? true;
    return report;
  } catch (error) {
    if (signal.aborted || error instanceof ToolFailure) throw error;
    const message = `The sub-agent failed: ${printable(errorMessage(error))}`;
    throw new ToolFailure(taskErrors.AGENT_FAILED({ message }));
  } finally {
    signal.removeEventListener('abort', onAbort);
    started.end();
    await endTask();
    context.publish('agent_end', { agentTaskId: child.taskId, completed, turns: budget.turns, tokens: budget.tokens });
  }
}
