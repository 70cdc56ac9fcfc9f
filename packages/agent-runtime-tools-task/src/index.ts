export { taskPack } from './task-pack.ts';
export { taskErrors } from './errors.ts';
export { agentTool } from './agent/agent.tool.ts';
export { askFollowupQuestionTool } from './ask-followup-question/ask-followup-question.tool.ts';
export { attemptCompletionTool } from './attempt-completion/attempt-completion.tool.ts';
export { switchModeTool } from './switch-mode/switch-mode.tool.ts';
export { todoWriteTool } from './todo-write/todo-write.tool.ts';
export { AgentBudget } from './agent/agent-budget.ts';
export { Agents } from './agent/agents.ts';
export { taskTools } from './agent/task-tools.ts';
export { checklistLines } from './todo-write/checklist.ts';
export { TodoLists } from './todo-write/todo-lists.ts';

export type { BudgetLimits } from './agent/agent-budget.ts';
export type { AgentReport, AgentRequest, AgentRunner } from './agent/agent-runner.ts';
export type { AgentsOptions } from './agent/agents.ts';
export type { AgentParams, AgentValue } from './agent/run-agent.ts';
export type { TaskTools } from './agent/task-tools.ts';
export type { TodoItem } from './todo-write/todo-item.ts';
