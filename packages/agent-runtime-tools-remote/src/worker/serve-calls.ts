import { coreErrors, ToolFailure, type ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { CallDriver, WorkerLink } from '../driver/call-driver.ts';
import { EngineUnavailableError } from '../driver/driver-errors.ts';
import { checkPlace } from '../protocol/place.ts';
import { writeAnnouncement } from '../protocol/announcement.ts';
import { checkSecret, type Secret } from '../protocol/seal.ts';
import { CallOutput } from './call-output.ts';
import { describeTools } from './describe-tools.ts';
import { FileJournal } from './journal/file-journal.ts';
import { MemoryJournal } from './journal/memory-journal.ts';
import { JobRunner } from './run-job.ts';
import { TicketConsent } from './ticket-consent.ts';

export interface ServeCallsOptions {
  readonly driver: CallDriver;
  /** The name of the place whose calls run here: callers use the same. Letters, digits, `.`, `_` and `-`. */
  readonly place: string;
  /** At least 16 bytes that callers and workers know, and nobody else. */
  readonly secret: Secret;
  /** How many calls run at once. Default 16. */
  readonly concurrency?: number;
  /** A folder for the journal, outside of every workspace. Workers of one machine share it. Default: kept in memory. */
  readonly journal?: string;
  /** Results with more characters are not sent. Default 8,388,608. */
  readonly maxResultChars?: number;
  /** Called with what goes wrong besides the calls. */
  readonly onProblem?: (message: string) => void;
}

/** A worker. */
export interface CallServer {
  readonly place: string;
  /** Takes no more calls, waits for those that run, and stops what still runs after `timeoutMs` (default 10,000). */
  close(options?: { readonly timeoutMs?: number }): Promise<void>;
}

/** Makes calls of other processes with these tools. The tools stay usable here, and are not shut down with the worker. */
export async function serveCalls(tools: ToolCoordinator, options: ServeCallsOptions): Promise<CallServer> {
  const { driver, place, secret, concurrency = 16, journal: folder } = options;
  const { maxResultChars = 8 * 1024 * 1024, onProblem = () => undefined } = options;
  checkPlace(place);
  checkSecret(secret);
  if (!(Number.isInteger(concurrency) && concurrency > 0)) throw new TypeError('concurrency must be a whole number.');
  const journal = folder === undefined ? new MemoryJournal() : new FileJournal(folder);
  const consent = new TicketConsent();
  const output = new CallOutput(tools.activity);
  const runner = new JobRunner({ tools, place, secret, journal, consent, output, maxResultChars, onProblem });
  tools.use(consent.middleware);
  const release = (): void => {
    output.close();
    journal.close();
  };
  const link = await openLink(driver, place, { concurrency, run: (job) => runner.run(job), onProblem }).catch(
    (error: unknown) => {
      release();
      throw error;
    },
  );
  const announce = (): Promise<void> =>
    link.announce(writeAnnouncement({ place, tools: describeTools(tools) }, secret)).catch((error: unknown) => {
      onProblem(`The tools cannot be announced: ${String(error)}`);
    });
  let closing: Promise<void> | undefined;
  let isScheduled = false;
  // Tools that are registered one after the other are announced together.
  const unsubscribe = tools.activity.subscribe('tools_changed', () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      if (closing === undefined) void announce();
    });
  });
  await announce();
  return {
    place,
    close({ timeoutMs = 10_000 } = {}) {
      closing ??= (async () => {
        unsubscribe();
        await link.close({ timeoutMs });
        release();
      })();
      return closing;
    },
  };
}

async function openLink(
  driver: CallDriver,
  place: string,
  options: Parameters<CallDriver['openWorker']>[1],
): Promise<WorkerLink> {
  try {
    return await driver.openWorker(place, options);
  } catch (error) {
    if (error instanceof EngineUnavailableError)
      throw new ToolFailure(coreErrors.ENGINE_NOT_AVAILABLE({ message: error.message }), { cause: error });
    throw error;
  }
}
