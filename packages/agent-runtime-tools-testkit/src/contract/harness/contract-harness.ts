import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { ExecuteOptions, ToolMiddleware, ToolResult, ToolServices } from '@ku0/agent-runtime-tools-core';
import type { TestFolder } from '../../test-folder.ts';
import type { ContractFixture, SampleArguments, SampleParams, ToolSample } from '../contract-options.ts';
import { openFixture, type Fixture } from './fixture.ts';
import type { ToolUnderTest } from './tool-under-test.ts';

/** A real coordinator with the tool and a new folder. It grants every approval. */
export class ContractHarness implements ContractFixture, AsyncDisposable {
  readonly folder: TestFolder;
  readonly services: ToolServices;
  readonly tools: ToolCoordinator;
  readonly #tested: ToolUnderTest;
  readonly #fixture: Fixture;

  private constructor(tested: ToolUnderTest, fixture: Fixture) {
    this.#tested = tested;
    this.#fixture = fixture;
    this.folder = fixture.folder;
    this.services = fixture.services;
    this.tools = new ToolCoordinator({
      cwd: fixture.folder.path,
      services: fixture.services,
      retry: { maxAttempts: 1 },
      ...(tested.options.callbacks !== undefined && { callbacks: tested.options.callbacks }),
    });
    const { tool, options } = tested;
    if (options.pack === undefined) this.tools.register(tool);
    else this.tools.registerPack(options.pack);
    this.tools.use(APPROVE_EVERYTHING);
  }

  static async open(tested: ToolUnderTest): Promise<ContractHarness> {
    const fixture = await openFixture(tested.options);
    try {
      return new ContractHarness(tested, fixture);
    } catch (error) {
      await fixture[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Runs the setup of a sample and returns its arguments. */
  async prepare(sample: ToolSample): Promise<SampleArguments> {
    await sample.setup?.(this);
    return this.argumentsOf(sample.params);
  }

  async argumentsOf(params: SampleParams): Promise<SampleArguments> {
    return typeof params === 'function' ? await params(this) : params;
  }

  call(params: unknown, options: ExecuteOptions = {}): Promise<ToolResult> {
    return this.tools.execute<string>(this.#tested.tool.name, params, {
      timeoutMs: this.#tested.callTimeoutMs,
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
