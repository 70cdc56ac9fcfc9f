import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  MemoryArtifactStore,
  ToolCoordinator,
  Type,
  defineTool,
  ok,
  type AnyActivityEvent,
  type ToolCapabilities,
  type ToolMiddleware,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { createTrustStore, type TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { afterEach } from 'vitest';
import { hooks, type ClaudeSettingsOptions, type Hooks, type HookStop } from '../../src/index.ts';

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export interface HookRun {
  readonly result: ToolResult;
  /** What the tool was run with. */
  readonly ran: readonly unknown[];
  readonly events: readonly AnyActivityEvent[];
  readonly stops: readonly HookStop[];
  readonly said: readonly string[];
}

/** Folders for all settings files, and a way to run a tool with the hooks in them. */
export class ClaudeProject {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-')));
  readonly workspace = join(this.base, 'ws');
  readonly home = join(this.base, 'home');
  readonly managed = join(this.base, 'managed-settings.json');
  readonly trust: TrustStore = createTrustStore({ file: join(this.base, 'state', 'trust.json') });
  readonly artifacts = new MemoryArtifactStore();

  constructor() {
    made.push(this.base);
    mkdirSync(this.workspace);
    mkdirSync(this.home);
  }

  put(path: string, content: unknown, mode = 0o644): string {
    const file = join(this.base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return file;
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.base, path)), { recursive: true });
    symlinkSync(target, join(this.base, path));
  }

  text(path: string): string {
    try {
      return readFileSync(join(this.base, path), 'utf8');
    } catch {
      return '';
    }
  }

  /** The user's own settings, which need no trust. */
  settings(event: string, ...handlers: readonly (string | object)[]): this {
    return this.group(event, {
      hooks: handlers.map((handler) => (typeof handler === 'string' ? { type: 'command', command: handler } : handler)),
    });
  }

  group(event: string, ...groups: readonly object[]): this {
    this.put('home/.claude/settings.json', { hooks: { [event]: groups } });
    return this;
  }

  load(options: Partial<ClaudeSettingsOptions> = {}): Promise<Hooks> {
    const { workspace, home, managed, trust } = this;
    return hooks.fromClaudeSettings({ workspace, home, managed, trust, ...options });
  }

  async run(
    tool: string,
    params: unknown,
    options: Partial<ClaudeSettingsOptions> & { approve?: ToolMiddleware; mode?: 'plan'; cwd?: string } = {},
  ): Promise<HookRun> {
    const ran: unknown[] = [];
    const events: AnyActivityEvent[] = [];
    const stops: HookStop[] = [];
    const said: string[] = [];
    const { artifacts, workspace } = this;
    const tools = new ToolCoordinator({
      services: { artifacts },
      cwd: workspace,
      callbacks: { say: (text) => void said.push(text) },
      guards: { planMode: () => false },
    });
    for (const sample of sampleTools(ran)) tools.register(sample);
    tools.use(await this.load({ onStop: (stop) => void stops.push(stop), ...options }));
    if (options.approve !== undefined) tools.use(options.approve);
    tools.activity.subscribe('hook_end', (event) => void events.push(event));
    const result = await tools.execute(tool, params, {
      taskId: 'session-1',
      callId: 'call-1',
      ...(options.mode && { mode: options.mode }),
      ...(options.cwd && { cwd: options.cwd }),
    });
    await tools.shutdownAll();
    return { result, ran, events, stops, said };
  }

  /** Trusts what the workspace's files are now. */
  async trustAll(): Promise<void> {
    for (const { trust } of (await this.load()).diagnostics) if (trust !== undefined) await this.trust.trust(trust);
  }

  /** What a hook is told, as it is told it. */
  async told(event: string, tool: string, params: unknown, mode?: 'plan'): Promise<Record<string, unknown>> {
    this.settings(event, `cat > '${this.base}/told'`);
    await this.run(tool, params, mode === undefined ? {} : { mode });
    const text = this.text('told');
    return text === '' ? {} : JSON.parse(text);
  }
}

const text = Type.String();
const maybe = Type.Optional(text);

export const SAMPLES: readonly [
  name: string,
  properties: Record<string, ReturnType<typeof Type.Optional> | typeof text>,
  capabilities: Partial<ToolCapabilities>,
][] = [
  ['read_file', { path: text }, { readsFiles: true }],
  ['read', { file_paths: Type.Array(text) as never }, { readsFiles: true }],
  ['write_file', { path: text, content: text }, { writesFiles: true }],
  [
    'edit_file',
    { path: text, old_string: text, new_string: text, replace_all: Type.Optional(Type.Boolean()) },
    { writesFiles: true },
  ],
  ['apply_diff', { path: text, diff: text }, { writesFiles: true }],
  ['apply_patch', { patch: text }, { writesFiles: true }],
  ['multi_apply_diff', { files: Type.Array(Type.Object({ path: text, diff: text })) as never }, { writesFiles: true }],
  ['search_and_replace', { path: maybe, search: text, replace: text }, { writesFiles: true }],
  ['insert_content', { path: text, content: text }, { writesFiles: true }],
  ['delete_file', { path: text }, { writesFiles: true, destructive: true }],
  ['move_file', { from: text, to: text }, { writesFiles: true }],
  ['bash', { command: text, timeout: Type.Optional(Type.Number()) }, { executesCommands: true, writesFiles: true }],
  ['run_command', { command: text, args: Type.Optional(Type.Array(text)) }, { executesCommands: true }],
  ['write_command_input', { commandId: text, input: text }, { executesCommands: true, writesFiles: true }],
  ['run_code', { code: text }, { executesCommands: true }],
  ['glob', { pattern: text }, { readsFiles: true }],
  ['grep', { pattern: text, include: maybe }, { readsFiles: true }],
  ['list_directory', { path: maybe }, { readsFiles: true }],
  ['web_fetch', { url: text }, { accessesNetwork: true }],
  ['web_search', { query: text }, { accessesNetwork: true }],
  ['todo_write', { todos: Type.Array(text) as never }, {}],
  ['agent', { prompt: text }, {}],
  ['github__create_issue', { title: text }, { accessesNetwork: true }],
  ['files__save', { path: text }, { writesFiles: true }],
  ['house_writer', { path: text, content: text }, { writesFiles: true }],
  ['fail', { path: maybe }, {}],
];

export function sampleTools(ran: unknown[]) {
  return SAMPLES.map(([name, properties, capabilities]) =>
    defineTool({
      name,
      description: name,
      parameters: Type.Object(properties),
      capabilities,
      async execute(params) {
        ran.push(params);
        if (name === 'fail') throw new Error('it failed');
        return ok({ done: name });
      },
    }),
  );
}
