import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { taskTools, type AgentRunner } from '@ku0/agent-runtime-tools-task';
import type { Terminal } from '@ku0/agent-runtime-tools-terminal';
import { stateHome } from '@ku0/agent-runtime-tools-workspace';
import { agentLoop, type Outcome } from './agent-loop.ts';
import { agentTools, type AgentTools, type OpenTools } from './agent-tools.ts';
import { ChatModel } from './chat-model.ts';
import { interruptedResults, type Message } from './conversation.ts';
import { JsonReporter } from './json-reporter.ts';
import type { AgentOptions } from './options.ts';
import type { Reporter } from './reporter.ts';
import { ScreenReporter } from './screen-reporter.ts';
import { systemPrompt } from './system-prompt.ts';
import { Transcript, type TranscriptState } from './transcript.ts';

/** How a run of the agent ended, also if a hook has stopped it. */
export type RunOutcome = Outcome | { readonly kind: 'stopped'; readonly text: string };

/** Where a session takes place. */
export interface SessionHost {
  readonly terminal: Terminal;
  readonly openTools?: OpenTools | undefined;
}

/** One task: its tools, its conversation and its transcript. */
export class Session {
  readonly transcript: Transcript;
  readonly folder: string;
  readonly #model: ChatModel;
  readonly #taskId: string;
  readonly #messages: Message[];
  #tools: AgentTools | undefined;
  #reporter: Reporter | undefined;
  #stop: ((reason: string) => void) | undefined;

  private constructor(options: AgentOptions, transcript: Transcript, state: TranscriptState) {
    this.transcript = transcript;
    this.folder = options.folder;
    this.#model = new ChatModel(options);
    this.#taskId = state.taskId;
    this.#messages = [...state.messages];
  }

  static async open(given: AgentOptions, { terminal, openTools }: SessionHost): Promise<Session> {
    const { transcript, state } = given.resume === undefined ? newTranscript(given) : Transcript.resume(given.resume);
    const options = { ...given, folder: state.folder };
    const session = new Session(options, transcript, state);
    await session.#start(options, { terminal, openTools }, state);
    return session;
  }

  /** Whether it is the person's turn: nothing has been asked yet, or everything has been answered. */
  get needsPrompt(): boolean {
    const last = this.#messages.at(-1);
    return last === undefined || last.role === 'system' || (last.role === 'assistant' && !last.tool_calls?.length);
  }

  /** The reporter that shows this session. */
  get reporter(): Reporter {
    if (this.#reporter === undefined) throw new Error('the session has not been started');
    return this.#reporter;
  }

  /** Works on a message, or goes on where the transcript ended. Rejects if the endpoint fails. */
  async run(prompt: string | undefined, signal: AbortSignal): Promise<RunOutcome> {
    const created = this.#created();
    for (const message of interruptedResults(this.#messages)) this.#add(message);
    if (prompt !== undefined) this.#add({ role: 'user', content: prompt });
    const stopped = new AbortController();
    let reason = '';
    this.#stop = (why) => {
      reason = why;
      stopped.abort();
    };
    const budget = created.agents.budgetOf({ taskId: this.#taskId });
    const stopSignal = AbortSignal.any([signal, stopped.signal]);
    const outcome = await agentLoop({
      model: this.#model,
      tools: taskTools(created.tools, { taskId: this.#taskId, signal: stopSignal }),
      budget,
      messages: this.#messages,
      reporter: this.reporter,
      signal: stopSignal,
      onMessage: (message) => {
        this.transcript.append({ type: 'message', message });
        const { turns, tokens } = budget;
        if (message.role === 'assistant') this.transcript.append({ type: 'usage', turns, tokens });
      },
    });
    return stopped.signal.aborted ? { kind: 'stopped', text: reason } : outcome;
  }

  async close(): Promise<void> {
    const { tools, close } = this.#created();
    await tools.endTask(this.#taskId);
    await close();
    this.transcript.close();
  }

  async #start(options: AgentOptions, { terminal, openTools }: SessionHost, state: TranscriptState): Promise<void> {
    const taskId = this.#taskId;
    const preview: AgentTools['tools']['preview'] = (result, maxLines) =>
      this.#created().tools.preview(result, maxLines);
    this.#reporter = options.json ? new JsonReporter(terminal.out, preview) : new ScreenReporter(terminal, preview);
    const created = await agentTools(options, {
      terminal,
      openTools,
      runner: this.#subAgents(options.folder),
      reporter: () => this.reporter,
      onStop: (reason) => this.#stop?.(reason),
    });
    this.#tools = created;
    const { tools, agents, todos } = created;
    todos.set({ taskId }, state.todos);
    agents.budgetOf({ taskId }).restore(state.usage);
    this.reporter.follow(tools.activity);
    tools.activity.subscribe('mode_changed', (event) => {
      if (event.taskId === taskId) this.transcript.append({ type: 'mode', mode: event.data.mode });
    });
    tools.activity.subscribe('todos_changed', (event) => {
      if (event.taskId === taskId) this.transcript.append({ type: 'todos', todos: event.data.todos });
    });
    tools.setMode(taskId, state.mode ?? options.mode);
    if (this.#messages.length === 0) this.#add({ role: 'system', content: systemPrompt(options) });
  }

  /** Sub-agents run in the same loop, with the tools, the budget and the signal that they are given. */
  #subAgents(folder: string): AgentRunner {
    return {
      run: async ({ prompt, tools, budget, signal }) => {
        const messages: Message[] = [
          { role: 'system', content: systemPrompt({ folder, isSubAgent: true }) },
          { role: 'user', content: prompt },
        ];
        const { kind, text } = await agentLoop({
          model: this.#model,
          tools,
          budget,
          messages,
          signal,
          reporter: this.reporter,
        });
        return { result: text, completed: kind === 'completed' || kind === 'answered' };
      },
    };
  }

  #created(): AgentTools {
    if (this.#tools === undefined) throw new Error('the session has not been started');
    return this.#tools;
  }

  #add(message: Message): void {
    this.#messages.push(message);
    this.transcript.append({ type: 'message', message });
  }
}

function newTranscript({ transcript: path, state, folder, model }: AgentOptions): {
  readonly transcript: Transcript;
  readonly state: TranscriptState;
} {
  const taskId = `agent-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`;
  const file = path ?? join(state ?? stateHome(), 'agent', `${taskId}.jsonl`);
  const usage = { turns: 0, tokens: 0 };
  return {
    transcript: Transcript.create(file, { taskId, folder, model }),
    state: { taskId, folder, messages: [], mode: undefined, todos: [], usage },
  };
}
