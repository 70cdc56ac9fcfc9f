import { createTools, type CreatedTools, type CreateToolsOptions, type FamilyChoice } from '@ku0/agent-runtime-tools';
import type { AskPerson } from '@ku0/agent-runtime-tools-approval';
import { loadHooks, type Hooks } from '@ku0/agent-runtime-tools-hooks';
import { Agents, TodoLists, type AgentRunner } from '@ku0/agent-runtime-tools-task';
import { askPerson, askQuestion, questionsAbout, type Terminal } from '@ku0/agent-runtime-tools-terminal';
import type { AgentOptions } from './options.ts';
import type { Reporter } from './reporter.ts';

/** Makes the tools of a session. */
export type OpenTools = (options: AgentOptions, parts: ToolParts) => Promise<CreatedTools<FamilyChoice>>;

/** What the agent brings to its tools: the person at the terminal, sub-agents and the list of things to do. */
export interface ToolParts extends Pick<CreateToolsOptions, 'ask' | 'callbacks' | 'services'> {
  /** A hook has stopped the work. */
  readonly onStop: (reason: string) => void;
  /** Tells the person something. */
  readonly note: (message: string) => void;
}

export interface AgentTools extends CreatedTools<FamilyChoice> {
  readonly agents: Agents;
  readonly todos: TodoLists;
}

/** What the tools need from the rest of the agent. */
export interface AgentHost {
  readonly terminal: Terminal;
  readonly runner: AgentRunner;
  readonly reporter: () => Reporter;
  readonly onStop: ToolParts['onStop'];
  /** Default: all usual tools, with the rules and hooks of the options. */
  readonly openTools?: OpenTools | undefined;
}

/** All tools, with approvals on the terminal, hooks, questions of the model and sub-agents. */
export async function agentTools(options: AgentOptions, host: AgentHost): Promise<AgentTools> {
  const { terminal, runner, reporter, onStop, openTools = openUsualTools } = host;
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
  const created = await openTools(options, {
    services: { agents, todos },
    onStop,
    note: (message) => reporter().note(message),
    ...(terminal.canAsk && { ask, callbacks: { ask: askModelsQuestion } }),
  });
  return { ...created, agents, todos };
}

async function openUsualTools(
  options: AgentOptions,
  { onStop, note, ...parts }: ToolParts,
): Promise<CreatedTools<FamilyChoice>> {
  const hooks =
    options.hooks === undefined ? undefined : await readHooks(options.hooks, options.folder, { onStop, note });
  return createTools<FamilyChoice>({
    root: options.folder,
    families: { task: true },
    permissions: { allow: options.allow, deny: options.deny },
    approval: { mode: APPROVAL_MODES[options.approve] },
    ...parts,
    ...(options.state !== undefined && { state: options.state }),
    ...(hooks !== undefined && { hooks }),
  });
}

const APPROVAL_MODES = { ask: 'default', all: 'bypass', none: 'dont-ask' } as const;

/** The person has named the file, but hooks inside the workspace count only if it is trusted. */
async function readHooks(
  file: string,
  workspace: string,
  { onStop, note }: Pick<ToolParts, 'onStop' | 'note'>,
): Promise<Hooks> {
  const hooks = await loadHooks(file, { workspace, onStop: ({ reason }) => onStop(reason) });
  for (const { kind, message } of hooks.diagnostics) if (kind !== 'loaded') note(message);
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
