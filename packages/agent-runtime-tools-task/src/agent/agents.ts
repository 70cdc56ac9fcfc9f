import { ownerKey, ownerOf, type Owner, type Principal } from '@ku0/agent-runtime-tools-core';
import { AgentBudget, type BudgetLimits } from './agent-budget.ts';
import type { AgentRunner } from './agent-runner.ts';

/** How sub-agents are run, and their limits. */
export interface AgentsOptions {
  /** Without it, `agent` fails with AGENTS_NOT_CONFIGURED. */
  readonly runner?: AgentRunner;
  /** How deeply sub-agents may start sub-agents. 1: the main agent only. Default 2. */
  readonly maxDepth?: number;
  /** The turns of a sub-agent if the call names none, and the most that it may name. Default 30. */
  readonly maxTurns?: number;
  /** How many sub-agents of one task, at all depths, run at once. Default 4. */
  readonly maxRunning?: number;
  /** What one task and all of its sub-agents may use together. Default: 200 turns, 4,000,000 tokens. */
  readonly budget?: BudgetLimits;
}

type Task = { readonly taskId: string; readonly principal?: Pick<Principal, 'id'> };

/** A task with its sub-agents: their shared budget, and how many are running. */
interface Family {
  readonly budget: AgentBudget;
  running: number;
}

/** The sub-agents of all tasks that are running. */
export class Agents {
  readonly options: Required<Omit<AgentsOptions, 'runner'>> & Pick<AgentsOptions, 'runner'>;
  readonly #families = new Map<string, Family>();
  readonly #running = new Map<
    string,
    { readonly family: Family; readonly depth: number; readonly budget: AgentBudget }
  >();

  constructor({ maxDepth = 2, maxTurns = 30, maxRunning = 4, budget = DEFAULT_BUDGET, ...rest }: AgentsOptions = {}) {
    for (const [name, value] of Object.entries({ maxDepth, maxTurns, maxRunning }))
      if (!Number.isInteger(value) || value < 1)
        throw new TypeError(`${name} of the sub-agents is not a whole number from 1 on`);
    this.options = { ...rest, maxDepth, maxTurns, maxRunning, budget };
  }

  /** The budget of a task. A host whose main agent takes its turns from it shares it with the sub-agents. */
  budgetOf(task: Task): AgentBudget {
    return this.#running.get(ownerKey(ownerOf(task)))?.budget ?? this.#familyOf(task).budget;
  }

  /** 0 for a main agent. */
  depthOf(task: Task): number {
    return this.#running.get(ownerKey(ownerOf(task)))?.depth ?? 0;
  }

  /** How many sub-agents are running that belong to the same main agent as this task. */
  runningWith(task: Task): number {
    return this.#familyOf(task).running;
  }

  /** Notes a sub-agent of a task until `end` is called. */
  begin(parent: Task, child: Task, budget: AgentBudget): { end(): void } {
    const family = this.#familyOf(parent);
    const key = ownerKey(ownerOf(child));
    this.#running.set(key, { family, depth: this.depthOf(parent) + 1, budget });
    family.running++;
    return {
      end: () => {
        if (this.#running.delete(key)) family.running--;
      },
    };
  }

  endTask(_taskId: string, owner: Owner): void {
    this.#families.delete(ownerKey(owner));
  }

  #familyOf(task: Task): Family {
    const key = ownerKey(ownerOf(task));
    const started = this.#running.get(key)?.family ?? this.#families.get(key);
    if (started !== undefined) return started;
    const family = { budget: new AgentBudget(this.options.budget), running: 0 };
    this.#families.set(key, family);
    return family;
  }
}

const DEFAULT_BUDGET: BudgetLimits = { turns: 200, tokens: 4_000_000 };

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    agents?: Agents;
  }
  interface ActivityEventData {
    /** A call has started a sub-agent, whose calls have this task. */
    agent_start: {
      readonly agentTaskId: string;
      readonly depth: number;
      readonly prompt: string;
      readonly description?: string;
    };
    /** A sub-agent has ended. */
    agent_end: {
      readonly agentTaskId: string;
      readonly completed: boolean;
      readonly turns: number;
      readonly tokens: number;
    };
  }
}
