import type { AgentBudget } from './agent-budget.ts';
import type { TaskTools } from './task-tools.ts';

/** Runs sub-agents: the host's own loop around a model. */
export interface AgentRunner {
  /**
   * Works on the prompt until it is done, the budget is exhausted or the signal fires. A rejection becomes the error of the
   * call.
   */
  run(request: AgentRequest): Promise<AgentReport>;
}

/** The work of one sub-agent. */
export interface AgentRequest {
  readonly prompt: string;
  /** A few words about the work, for people. */
  readonly description: string | undefined;
  /** The kind of agent that the model asked for. What it means is up to the host. */
  readonly type: string | undefined;
  /** The sub-agent's own task, which ends when `run` has settled. */
  readonly taskId: string;
  /** 1 for an agent that the main agent started. */
  readonly depth: number;
  /**
   * The tools of the sub-agent: never more than the agent has that started it. Their calls have its approvals, hooks, mode,
   * principal and cancellation.
   */
  readonly tools: TaskTools;
  /** Part of the budget of the main task. Take a turn before every answer of the model, and add the tokens after it. */
  readonly budget: AgentBudget;
  readonly signal: AbortSignal;
}

/** What a sub-agent returns to the agent that started it. */
export interface AgentReport {
  readonly result: string;
  /** False if it stopped before the work was done, for example because its budget was exhausted. Default true. */
  readonly completed?: boolean;
}
