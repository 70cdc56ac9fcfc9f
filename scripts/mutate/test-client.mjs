import { fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endStrays } from './end-strays.mjs';

/** @typedef {import('./test-server.mjs').TestRequest} TestRequest */
/** @typedef {import('./test-server.mjs').TestAnswer} TestAnswer */

/**
 * Runs the tests of one package in a separate process, with its own home and temporary folder. If a mutation never ends,
 * the process is killed, and the next mutation gets a new one.
 */
export class TestClient {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #server;
  /** @readonly */
  #folder = mkdtempSync(join(tmpdir(), 'mutate-'));
  /** @readonly */
  #settings;

  /** @param {import('./test-server.mjs').TestServerSettings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /**
   * Runs test files without a mutation.
   * @param {readonly string[]} tests Absolute paths.
   * @returns {Promise<import('./baseline.mjs').TestedFile[]>}
   */
  async record(tests) {
    if (tests.length === 0) return [];
    const notes = join(this.#folder, 'notes');
    mkdirSync(notes);
    const { files } = await this.#ask({ tests }, { notes, timeoutMs: 600_000 });
    this.#end();
    const reached = new Map(readdirSync(notes).map((name) => readNote(join(notes, name))));
    return files.map((file) => ({ ...file, reached: reached.get(file.path) ?? [] }));
  }

  /**
   * @param {Required<TestRequest>} request
   * @param {number} timeoutMs
   * @returns {Promise<string | undefined>} The test or event that noticed the mutation.
   */
  async whatNotices(request, timeoutMs) {
    try {
      return (await this.#ask(request, { timeoutMs })).failure;
    } catch (error) {
      if (error instanceof EndedError) return error.message;
      throw error;
    }
  }

  close() {
    this.#end();
    endStrays(this.#folder);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * @param {TestRequest} request
   * @param {{ timeoutMs: number, notes?: string }} options
   * @returns {Promise<TestAnswer>}
   */
  async #ask(request, { timeoutMs, notes }) {
    this.#server ??= await this.#start(notes);
    this.#server.send(request);
    return this.#answer(this.#server, timeoutMs);
  }

  /** @param {string | undefined} notes */
  async #start(notes) {
    const home = join(this.#folder, 'home');
    const temporary = join(this.#folder, 'tmp');
    for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true });
    // Some tests start programs as another user.
    chmodSync(this.#folder, 0o755);
    chmodSync(temporary, 0o1777);
    const args = [JSON.stringify({ ...this.#settings, isRecording: notes !== undefined })];
    const server = fork(join(import.meta.dirname, 'test-server.mjs'), args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, HOME: home, TMPDIR: temporary, CI: 'true', ...(notes && { NOTES_FOLDER: notes }) },
    });
    this.#server = server;
    await this.#answer(server, 60_000);
    return server;
  }

  /**
   * @param {import('node:child_process').ChildProcess} server
   * @param {number} timeoutMs
   * @returns {Promise<any>}
   */
  #answer(server, timeoutMs) {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        server.off('message', onMessage).off('exit', onExit);
      };
      const onMessage = (/** @type {unknown} */ message) => {
        settle();
        resolve(message);
      };
      const onExit = () => {
        settle();
        this.#server = undefined;
        reject(new EndedError('the test process ended'));
      };
      const timer = setTimeout(() => {
        settle();
        this.#end();
        reject(new EndedError(`no end within ${Math.round(timeoutMs / 1000)} s`));
      }, timeoutMs);
      server.on('message', onMessage).on('exit', onExit);
    });
  }

  /** Kills the process group of the server, which includes the programs that it started. */
  #end() {
    const pid = this.#server?.pid;
    this.#server = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

/** The test process did not answer in time, or ended. */
class EndedError extends Error {}

/**
 * @param {string} file
 * @returns {[testPath: string, reached: string[]]}
 */
function readNote(file) {
  const { testPath, reached } = JSON.parse(readFileSync(file, 'utf8'));
  return [testPath, reached];
}
