import type { ToolCoordinator, ToolPack, ToolServices } from '@ku0/agent-runtime-tools-core';
import type { TestFolder } from '../test-folder.ts';

/** What the contract suite needs to know to try a tool. */
export interface ToolContractOptions {
  /** Calls that show what the tool does; at least one must succeed. */
  readonly samples: readonly ToolSample[];
  /** SampleArguments that must be refused. */
  readonly badSamples?: readonly BadSample[];
  /** A call that takes a second or more unless it is cancelled. */
  readonly slowSample?: SampleParams;
  /** What the tool reads from `context.services`. What a function makes is shut down after the call, if it can be. */
  readonly services?: ToolServices | ((folder: TestFolder) => ToolServices | Promise<ToolServices>);
  /** Makes the folder a call works in. Default: an empty one. */
  readonly folder?: () => TestFolder | Promise<TestFolder>;
  /** The pack the tool comes in: its other tools, aliases and services are there too. */
  readonly pack?: ToolPack;
  /** How long a sample may take. Default 10,000. */
  readonly patienceMs?: number;
  /** How long a call may take to settle once it is stopped. Default 1,000. */
  readonly settleMs?: number;
}

export interface ToolSample {
  /** Says what it shows, for the test's name. Default: its arguments. */
  readonly name?: string;
  readonly params: SampleParams;
  /** Prepares the folder, the services, or what earlier calls would have. */
  readonly setup?: (fixture: ContractFixture) => void | Promise<void>;
  /** 'ok', the default, or the code of the error that must come. */
  readonly expect?: string;
}

/** The arguments, or what makes them once the sample is set up. */
export type SampleParams = SampleArguments | ((fixture: ContractFixture) => SampleArguments | Promise<SampleArguments>);

export type SampleArguments = Readonly<Record<string, unknown>>;

export interface BadSample {
  readonly params: unknown;
  /** The parameter's name, or other text that the error must contain. */
  readonly mentions: string;
}

/** What one sample is tried with; nobody else uses it. */
export interface ContractFixture {
  readonly folder: TestFolder;
  readonly services: ToolServices;
  readonly tools: ToolCoordinator;
}
