import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FairSemaphore } from '@ku0/agent-runtime-tools-core';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { CodeCall } from '../code-engine.ts';
import type { CodeIndex, IndexedFile } from '../indexer/code-index.ts';
import type { Language } from '../indexer/source-languages.ts';
import { readSources } from '../indexer/read-sources.ts';
import { LanguageClient, LanguageServerFailure } from './language-client.ts';
import {
  languageIdOf,
  serverCommand,
  serverLanguageOf,
  type LanguageServerCommands,
  type ServerLanguage,
} from './server-commands.ts';
import { OpenDocuments } from './open-documents.ts';
import { displayOf, readLocations, type ServerLocation } from './server-location.ts';

interface RunningServer {
  readonly client: LanguageClient;
  readonly root: string;
  readonly documents: OpenDocuments;
  /** Digests of the files as the server knows them. */
  readonly known: Map<string, string>;
}

/** A position in a file. */
export interface Question {
  readonly file: IndexedFile;
  readonly line: number;
  readonly column: number;
  /** Files that the answer may lie in. */
  readonly others?: readonly IndexedFile[];
}

export interface LanguageServersOptions {
  readonly workspace: Workspace;
  readonly index: CodeIndex;
  /** Without it there are no language servers. */
  readonly processes: Processes | undefined;
  readonly commands: LanguageServerCommands;
}

/** The language servers of an engine: started by the first question, ended when they are idle and with the engine. */
export class LanguageServers {
  readonly #options: LanguageServersOptions;
  readonly #servers = new Map<ServerLanguage, Promise<RunningServer>>();
  /** How often in a row each server has failed. */
  readonly #failures = new Map<ServerLanguage, number>();
  /**
   * One question at a time for each server, in turns between principals: two questions about a file would open and close it
   * for each other, and a question that makes the server fail must not spoil another.
   */
  readonly #turns = new Map<ServerLanguage, FairSemaphore>();
  #questions = 0;
  /** Ends starts that are under way when the engine stops. */
  #starts = new AbortController();
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LanguageServersOptions) {
    this.#options = options;
  }

  /** Whether a server can be asked about files of a language. */
  async hasServer(language: Language): Promise<boolean> {
    return (await this.#commandFor(language)) !== undefined;
  }

  /**
   * Asks the server of a file's language about a position. Undefined if there is no server; rejects with a
   * LanguageServerFailure if it does not answer.
   */
  async locate(
    method: 'textDocument/definition' | 'textDocument/references',
    question: Question,
    call: CodeCall,
  ): Promise<ServerLocation[] | undefined> {
    const { file } = question;
    const found = await this.#commandFor(file.language);
    if (found === undefined) return undefined;
    const { language, command } = found;
    clearTimeout(this.#idle);
    this.#questions++;
    try {
      const turn = await this.#turnsOf(language).acquire({ principalId: '', taskId: '', ...call.owner }, call);
      try {
        const server = await this.#server(language, command, call);
        const locations = await this.#ask(server, method, question, call);
        this.#failures.delete(language);
        return locations;
      } catch (error) {
        if (error instanceof LanguageServerFailure) await this.#forget(language);
        throw error;
      } finally {
        turn.release();
      }
    } finally {
      this.#questions--;
      if (this.#questions === 0) this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    }
  }

  #turnsOf(language: ServerLanguage): FairSemaphore {
    const turns = this.#turns.get(language) ?? new FairSemaphore({ limit: 1, maxQueue: MAX_WAITING });
    this.#turns.set(language, turns);
    return turns;
  }

  async #commandFor(
    of: Language,
  ): Promise<{ readonly language: ServerLanguage; readonly command: readonly string[] } | undefined> {
    const language = serverLanguageOf(of);
    if (language === undefined || this.#options.processes === undefined) return undefined;
    if ((this.#failures.get(language) ?? 0) >= MAX_FAILURES) return undefined;
    const command = await serverCommand(language, this.#options.commands);
    return command === undefined ? undefined : { language, command };
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    this.#starts.abort(new LanguageServerFailure('The engine was shut down.'));
    this.#starts = new AbortController();
    const running = [...this.#servers.values()];
    this.#servers.clear();
    for (const started of await Promise.allSettled(running))
      if (started.status === 'fulfilled') await started.value.client.stop();
  }

  /** A server that failed is started again by the next question, a few times. */
  async #forget(language: ServerLanguage): Promise<void> {
    this.#failures.set(language, (this.#failures.get(language) ?? 0) + 1);
    const server = this.#servers.get(language);
    this.#servers.delete(language);
    await server?.then(({ client }) => client.stop()).catch(() => undefined);
  }

  /** A start that a call no longer waits for goes on for the next call. */
  async #server(language: ServerLanguage, command: readonly string[], { signal }: CodeCall): Promise<RunningServer> {
    const running = this.#servers.get(language);
    const known = running && (await unlessAborted(running, signal).catch(onlyFailures));
    if (known?.client.isRunning === true) return known;
    const starting = this.#start(command, this.#starts.signal);
    this.#servers.set(language, starting);
    return await unlessAborted(starting, signal);
  }

  async #start(command: readonly string[], signal: AbortSignal): Promise<RunningServer> {
    const { workspace, processes } = this.#options;
    if (processes === undefined) throw new LanguageServerFailure('There is no service for processes.');
    const [root = '.'] = await workspace.roots();
    const client = await LanguageClient.start({ processes, command, cwd: root });
    try {
      const folder = pathToFileURL(root).href;
      await client.request(
        'initialize',
        {
          processId: process.pid,
          rootUri: folder,
          workspaceFolders: [{ uri: folder, name: 'workspace' }],
          capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true } },
        },
        { signal },
      );
      client.notify('initialized', {});
      return { client, root, documents: new OpenDocuments(client, MAX_OPEN), known: new Map() };
    } catch (error) {
      await client.stop();
      throw error;
    }
  }

  async #ask(
    server: RunningServer,
    method: string,
    { file, line, column, others = [] }: Question,
    call: CodeCall,
  ): Promise<ServerLocation[]> {
    const { workspace, index } = this.#options;
    await reportChanges(server, index, call);
    // TypeScript's server loads a project before it answers. Others answer at once, from the files they have found so far.
    const known = file.language === 'python' || file.language === 'go' || file.language === 'rust' ? others : [];
    const files = [...known.filter(({ path }) => path !== file.path).slice(0, MAX_OPEN - 1), file];
    const sources = await readSources(workspace, files, call);
    if (!sources.some((source) => source.file === file))
      throw new LanguageServerFailure(`${file.path} cannot be read.`);
    for (const { file: each, source } of sources) {
      const languageId = languageIdOf(each.path, each.language);
      server.documents.open({ uri: uriOf(server.root, each.path), languageId, text: source.text });
    }
    const uri = uriOf(server.root, file.path);
    const params = {
      textDocument: { uri },
      position: { line: line - 1, character: column - 1 },
      context: { includeDeclaration: true },
    };
    const answer = await server.client.request(method, params, { signal: call.signal });
    const isHidden = await workspace.hiddenPathMatcher();
    const roots = await workspace.roots();
    return readLocations(answer).map((each) => ({ ...each, file: displayOf(each.path, roots, isHidden) }));
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
  }
}

/** An earlier start that failed is no reason to fail now. */
function onlyFailures(error: unknown): undefined {
  if (!(error instanceof LanguageServerFailure)) throw error;
  return undefined;
}

const IDLE_MS = 60_000;
const MAX_FAILURES = 3;
const MAX_WAITING = 1024;
const MAX_OPEN = 200;
const [CREATED, CHANGED, DELETED] = [1, 2, 3];

/** Tells the server which source files have changed since its last answer. */
async function reportChanges(
  { client, root, documents, known }: RunningServer,
  index: CodeIndex,
  call: CodeCall,
): Promise<void> {
  const { files } = await index.scope('.', call);
  const isFirst = known.size === 0;
  const now = new Map(files.map(({ path, digest }) => [path, digest]));
  const changes: { uri: string; type: number | undefined }[] = [];
  const report = (path: string, type: number | undefined): void => {
    const uri = uriOf(root, path);
    documents.close(uri);
    if (!isFirst) changes.push({ uri, type });
  };
  for (const [path, digest] of now) if (known.get(path) !== digest) report(path, known.has(path) ? CHANGED : CREATED);
  for (const path of known.keys()) if (!now.has(path)) report(path, DELETED);
  known.clear();
  for (const [path, digest] of now) known.set(path, digest);
  if (changes.length > 0) client.notify('workspace/didChangeWatchedFiles', { changes });
}

function uriOf(root: string, path: string): string {
  return pathToFileURL(isAbsolute(path) ? path : join(root, path)).href;
}
