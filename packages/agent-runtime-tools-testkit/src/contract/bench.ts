import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ExecuteOptions, ToolMiddleware, ToolResult, ToolServices } from '@ku0/agent-runtime-tools-core';
import type { TestFolder } from '../test-folder.ts';
import type { ContractFixture, SampleArguments, SampleParams, ToolSample } from './contract-options.ts';
import { openFixture, type Fixture } from './fixture.ts';
import type { ToolSubject } from './tool-subject.ts';

/** A real coordinator with the tool on it, in a folder of its own, where every approval is given. */
export class Bench implements ContractFixture, AsyncDisposable {
  readonly folder: TestFolder;
  readonly services: ToolServices;
  readonly tools: ToolCoordinator;
  readonly #subject: ToolSubject;
  readonly #fixture: Fixture;

  private constructor(subject: ToolSubject, fixture: Fixture) {
    this.#subject = subject;
    this.#fixture = fixture;
    this.folder = fixture.folder;
    this.services = fixture.services;
    this.tools = new ToolCoordinator({
      cwd: fixture.folder.path,
      services: fixture.services,
      retry: { maxAttempts: 1 },
    });
    const { tool, options } = subject;
    if (options.pack === undefined) this.tools.register(tool);
    else this.tools.registerPack(options.pack);
    this.tools.use(APPROVE_EVERYTHING);
  }

  static async open(subject: ToolSubject): Promise<Bench> {
    const fixture = await openFixture(subject.options);
    try {
      return new Bench(subject, fixture);
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Sets a sample up and gives its arguments. */
  async prepare(sample: ToolSample): Promise<SampleArguments> {
    await sample.setup?.(this);
    return this.argumentsOf(sample.params);
  }

  async argumentsOf(params: SampleParams): Promise<SampleArguments> {
    return typeof params === 'function' ? await params(this) : params;
  }

  call(params: unknown, options: ExecuteOptions = {}): Promise<ToolResult> {
    return this.tools.execute<string>(this.#subject.tool.name, params, {
      timeoutMs: this.#subject.patienceMs,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.tools.shutdownAll();
    await this.#fixture[Symbol.asyncDispose]();
  }
}

const APPROVE_EVERYTHING: ToolMiddleware = {
  name: 'contract-approval',
  phase: 'approve',
  execute: (params, _context, next) => next(params, { by: 'contract suite' }),
};
