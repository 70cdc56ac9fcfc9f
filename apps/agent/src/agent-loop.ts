import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { AgentBudget, TaskTools } from '@ku0/agent-runtime-tools-task';
import type { ChatModel } from './chat-model.ts';
import type { Message } from './conversation.ts';
import type { Reporter } from './reporter.ts';

export interface LoopOptions {
  readonly model: ChatModel;
  readonly tools: TaskTools;
  readonly budget: AgentBudget;
  /** The conversation so far. The loop adds to it. */
  readonly messages: Message[];
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
  /** Called with every message before the loop goes on, to write it down. */
  readonly onMessage?: (message: Message) => void;
}

/** How a run ended, and the last words of the model. */
export interface Outcome {
  readonly kind: 'completed' | 'answered' | 'budget' | 'interrupted';
  readonly text: string;
}

/** Lets the model work until it is done, interrupted or out of budget. Rejects if the endpoint fails. */
export async function agentLoop(options: LoopOptions): Promise<Outcome> {
  const { model, tools, budget, messages, reporter, signal, onMessage } = options;
  const add = (message: Message): void => {
    messages.push(message);
    onMessage?.(message);
  };
  while (!signal.aborted) {
    if (!budget.takeTurn()) return { kind: 'budget', text: '' };
    tools.beginTurn();
    const answer = await model
      .answer(messages, { tools, signal, ...reporter.streamOf(tools.taskId) })
      .catch(unlessAborted(signal));
    if (answer === undefined) break;
    budget.addTokens(answer.tokens);
    reporter.answered(tools.taskId, answer, budget);
    add(answer.message);
    if (answer.calls.length === 0) return { kind: 'answered', text: textOf(answer.message) };
    const results = await tools.executeAll(answer.calls);
    for (const message of tools.toToolMessages(results, { format: 'openai' })) add(message);
    const completion = results.map(completionOf).find((text) => text !== undefined);
    if (completion !== undefined) return { kind: 'completed', text: completion };
  }
  return { kind: 'interrupted', text: '' };
}

/** The result of a successful `attempt_completion`. */
function completionOf(result: ToolResult): string | undefined {
  if (!result.ok || result.metadata.toolName !== 'attempt_completion') return undefined;
  const { value } = result;
  return typeof value === 'object' && value !== null && 'result' in value ? String(value.result) : undefined;
}

function textOf({ content }: Pick<Message, 'content'>): string {
  return typeof content === 'string' ? content : '';
}

function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
