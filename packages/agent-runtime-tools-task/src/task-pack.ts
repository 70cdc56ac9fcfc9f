import { definePack } from '@ku0/agent-runtime-tools-core';
import { agentTool } from './agent/agent.tool.ts';
import { Agents, type AgentsOptions } from './agent/agents.ts';
import { askFollowupQuestionTool } from './ask-followup-question/ask-followup-question.tool.ts';
import { attemptCompletionTool } from './attempt-completion/attempt-completion.tool.ts';
import { switchModeTool } from './switch-mode/switch-mode.tool.ts';
import { todoWriteTool } from './todo-write/todo-write.tool.ts';
import { TodoLists } from './todo-write/todo-lists.ts';
import { packVersions } from './version.ts';

/** The tools that steer a task. Throws a TypeError at faulty options. */
export function taskPack(options: AgentsOptions = {}) {
  // Checks the options now; each coordinator has sub-agents of its own.
  const checked = new Agents(options);
  return definePack({
    name: 'task',
    ...packVersions,
    tools: [todoWriteTool, askFollowupQuestionTool, attemptCompletionTool, switchModeTool, agentTool],
    aliases: {
      todowrite: 'todo_write',
      TodoWrite: 'todo_write',
      update_todo_list: 'todo_write',
      focus_chain: 'todo_write',
      plan_mode_respond: 'ask_followup_question',
      act_mode_respond: 'ask_followup_question',
      condense: 'ask_followup_question',
      summarize_task: 'ask_followup_question',
      new_task: 'agent',
      task: 'agent',
      Task: 'agent',
      search_subagent: 'agent',
    },
    services: {
      todos: {
        provideWith: 'new ToolCoordinator({ services: { todos: new TodoLists() } })',
        create: () => new TodoLists(),
      },
      agents: {
        provideWith: 'new ToolCoordinator({ services: { agents: new Agents({ runner }) } })',
        create: () => new Agents(checked.options),
      },
    },
  });
}
