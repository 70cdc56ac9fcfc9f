import { createTools, type CreatedTools } from '@ku0/agent-runtime-tools';
import type { AskPerson } from '@ku0/agent-runtime-tools-approval';
import { loadHooks, type Hooks } from '@ku0/agent-runtime-tools-hooks';
import { Agents, TodoLists, type AgentRunner } from '@ku0/agent-runtime-tools-task';
import { askPerson, askQuestion, questionsAbout, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import type { AgentOptions } from './options.ts';
import type { Reporter } from './reporter.ts';

const FAMILIES = { task: true } as const;

export interface AgentTools extends CreatedTools<typeof FAMILIES> {
  readonly agents: Agents;
  readonly todos: TodoLists;
}

/** What the tools need from the rest of the agent. */
export interface AgentHost {
  readonly terminal: Terminal;
  readonly runner: AgentRunner;
  readonly reporter: () => Reporter;
  /** A hook has stopped the work. */
  readonly onStop: (reason: string) => void;
}

/** All tools, with approvals on the terminal, hooks, questions of the model and sub-agents. */
export async function agentTools(options: AgentOptions, host: AgentHost): Promise<AgentTools> {
  const { terminal, runner, reporter, onStop } = host;
  const budget = { turns: options.maxTurns, tokens: options.maxTokens };
  const agents = new Agents({ runner, budget });
  const todos = new TodoLists();
  const inTurn = oneAtATime();
  const ask: AskPerson = (request, { signal }) => {
    const questions = questionsAbout(request, { tools: created.tools, approval: created.approval });
    const dialog = { ...questions, terminal, signal, asksWhy: true };
    return inTurn(() => reporter().whileAsking(() => askPerson(request, dialog)));
  };
  const askModelsQuestion = (question: string, more: { choices?: readonly string[]; signal?: AbortSignal } = {}) =>
    inTurn(() =>
      reporter().whileAsking(() => askQuestion(question, { terminal, signal: new AbortController().signal, ...more })),
    );
  const hooks =
    options.hooks === undefined ? undefined : await readHooks(options.hooks, options.folder, { onStop, reporter });
  const created: CreatedTools<typeof FAMILIES> = await createTools({
    root: options.folder,
    families: FAMILIES,
    permissions: { allow: options.allow, deny: options.deny },
    services: { agents, todos },
    approval: { mode: APPROVAL_MODES[options.approve] },
    ...(options.state !== undefined && { state: options.state }),
    ...(hooks !== undefined && { hooks }),
    ...(terminal.canAsk && { ask, callbacks: { ask: askModelsQuestion } }),
  });
  return { ...created, agents, todos };
}

const APPROVAL_MODES = { ask: 'default', all: 'bypass', none: 'dont-ask' } as const;

/** The person has named the file, but hooks inside the workspace count only if it is trusted. */
async function readHooks(
  file: string,
  workspace: string,
  { onStop, reporter }: Pick<AgentHost, 'onStop' | 'reporter'>,
): Promise<Hooks> {
  const hooks = await loadHooks(file, { workspace, onStop: ({ reason }) => onStop(reason) });
  for (const { kind, message } of hooks.diagnostics) if (kind !== 'loaded') reporter().note(message);
  return hooks;
}

/** Runs pieces of work one after the other: calls run in parallel, but a person answers one question at a time. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
