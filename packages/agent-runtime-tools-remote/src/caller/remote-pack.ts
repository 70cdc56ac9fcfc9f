import {
  canonicalJson,
  coreErrors,
  definePack,
  errorMessage,
  ToolFailure,
  type RegisteredPack,
  type ToolHandler,
  type ToolPack,
} from '@ku0/agent-runtime-tools-core';
import type { CallDriver } from '../driver/call-driver.ts';
import { EngineUnavailableError } from '../driver/driver-errors.ts';
import type { RemoteDefinition } from '../protocol/announcement.ts';
import { checkPlace } from '../protocol/place.ts';
import { checkSecret, type Secret } from '../protocol/seal.ts';
import { packVersions } from '../version.ts';
import { PlaceClient } from './place-client.ts';
import { remoteHandler } from './remote-handler.ts';

export interface RemotePackOptions {
  readonly driver: CallDriver;
  /** The place whose workers run the calls. */
  readonly place: string;
  /** The secret of its workers. */
  readonly secret: Secret;
  /** The name of the pack. Default `remote-PLACE`. */
  readonly name?: string;
  /** Gives a tool another name here, for callers of several places. Default: the worker's. */
  readonly rename?: (toolName: string) => string;
  /** Calls that go on if this process is gone: all of them, or those for which the function returns true. Default: none. */
  readonly detached?: boolean | ((toolName: string, params: unknown) => boolean);
  /** How long this function, and later each call, waits for a worker if the place has none. Default 10,000. */
  readonly waitForWorkerMs?: number;
  /** Called with what goes wrong besides the calls. */
  readonly onProblem?: (message: string) => void;
}

/** The tools of a place. The pack of a coordinator follows the changes of its workers. */
export interface RemotePack extends ToolPack {
  /** How many workers serve the place now. */
  readonly workers: number;
  /** Ends the connection. Happens by itself when the last coordinator that has the pack is shut down. */
  close(): Promise<void>;
}

/** Connects to a place. Rejects with ENGINE_NOT_AVAILABLE if its queue cannot be reached. */
export async function remotePack(options: RemotePackOptions): Promise<RemotePack> {
  const { driver, place, secret, waitForWorkerMs = 10_000, onProblem = () => undefined } = options;
  checkPlace(place);
  checkSecret(secret);
  const tools = new FollowedTools(options, onProblem);
  const client = new PlaceClient({
    driver,
    place,
    secret,
    waitForWorkerMs,
    onProblem,
    onTools: (definitions) => tools.update(definitions, client),
  });
  try {
    await client.open();
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    const message = `The queue of the place ${place} cannot be reached: ${error.message}`;
    throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message }), { cause: error });
  }
  await client.waitForWorker(waitForWorkerMs);
  if (client.workers === 0)
    onProblem(`No worker with the same secret serves the place ${place}. Its tools appear when one comes.`);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= client.close());
  const { handlers, aliases } = tools.current();
  const pack = definePack({
    name: options.name ?? `remote-${place}`,
    ...packVersions,
    tools: handlers,
    aliases,
    attach: (registered) => tools.attach(registered, close),
  });
  return Object.defineProperty({ ...pack, close, workers: 0 }, 'workers', {
    enumerable: true,
    get: () => client.workers,
  });
}

/** The tools that a place has announced last, and the coordinators that follow them. */
class FollowedTools {
  readonly #options: RemotePackOptions;
  readonly #onProblem: (message: string) => void;
  readonly #tools = new Map<
    string,
    { readonly text: string; readonly handler: ToolHandler; aliases: readonly string[] }
  >();
  readonly #registered = new Set<RegisteredPack>();

  constructor(options: RemotePackOptions, onProblem: (message: string) => void) {
    this.#options = options;
    this.#onProblem = onProblem;
  }

  current(): { readonly handlers: readonly ToolHandler[]; readonly aliases: Readonly<Record<string, string>> } {
    const tools = [...this.#tools.values()];
    return { handlers: tools.map(({ handler }) => handler), aliases: aliasesOf(tools) };
  }

  /** Tools of workers that are gone stay: their calls say that there is no worker. */
  update(definitions: readonly RemoteDefinition[], client: PlaceClient): void {
    const { place, secret, rename = (name) => name, detached = false } = this.#options;
    const isDetached = typeof detached === 'function' ? detached : () => detached;
    const names = new Set(definitions.map(({ name }) => name));
    const removed = [...this.#tools].filter(([name]) => !names.has(name));
    for (const [name] of removed) this.#tools.delete(name);
    const changed = definitions.flatMap((definition) => {
      const text = canonicalJson(definition);
      if (this.#tools.get(definition.name)?.text === text) return [];
      const name = rename(definition.name);
      const aliases = definition.aliases.map(rename);
      const handler = remoteHandler({ client, place, secret, definition, name, isDetached });
      const tool = { text, handler, aliases };
      this.#tools.set(definition.name, tool);
      return [tool];
    });
    if (removed.length + changed.length === 0) return;
    const changes = {
      set: changed.map(({ handler }) => handler),
      aliases: aliasesOf(changed),
      remove: removed.map(([, { handler }]) => handler.name),
    };
    for (const registered of this.#registered) this.#change(registered, changes);
  }

  attach(registered: RegisteredPack, close: () => Promise<void>): () => Promise<void> {
    this.#registered.add(registered);
    return async () => {
      this.#registered.delete(registered);
      if (this.#registered.size === 0) await close();
    };
  }

  #change(registered: RegisteredPack, changes: Parameters<RegisteredPack['change']>[0]): void {
    try {
      registered.change(changes);
    } catch (error) {
      const reason = errorMessage(error);
      this.#onProblem(`The changed tools of the place ${this.#options.place} cannot be registered: ${reason}`);
    }
  }
}

function aliasesOf(tools: readonly { readonly handler: ToolHandler; readonly aliases: readonly string[] }[]) {
  return Object.fromEntries(tools.flatMap(({ handler, aliases }) => aliases.map((alias) => [alias, handler.name])));
}
