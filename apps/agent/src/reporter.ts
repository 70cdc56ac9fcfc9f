import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import type { AgentBudget } from '@ku0/agent-runtime-tools-task';
import type { Answer, AnswerOptions } from './chat-model.ts';

/** Tells a person or a program what the agent does. */
export interface Reporter {
  /** Follows the events of the tools. */
  follow(activity: ActivitySource): void;
  /** Takes an answer of a task while it streams. */
  streamOf(taskId: string): Pick<AnswerOptions, 'onText' | 'onPartial' | 'onRetry'>;
  /** An answer has arrived in full. */
  answered(taskId: string, answer: Answer, budget: AgentBudget): void;
  note(text: string): void;
  /** Shows nothing of its own while a person is asked something. */
  whileAsking<T>(question: () => Promise<T>): Promise<T>;
}
