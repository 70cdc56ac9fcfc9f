import type { ToolCallbacks, ToolCoordinator, ToolPack, ToolServices } from '@ku0/agent-runtime-tools-core';
import type { TestFolder } from '../test-folder.ts';

/** Options of the contract suite for a tool. */
export interface ToolContractOptions {
  /** Calls that show what the tool does. At least one must succeed. */
  readonly samples: readonly ToolSample[];
  /** Arguments that must be refused. */
  readonly badSamples?: readonly BadSample[];
  /** A call that takes a second or more unless it is cancelled. */
  readonly slowSample?: SampleParams;
  /** The services in `context.services`. Those that a function makes are shut down after the call. */
  readonly services?: ToolServices | ((folder: TestFolder) => ToolServices | Promise<ToolServices>);
  /** The answers of a person, for tools that ask one. Default: none. */
  readonly callbacks?: ToolCallbacks;
  /** Makes the folder for a call. Default: an empty one. */
  readonly folder?: () => TestFolder | Promise<TestFolder>;
  /** The pack of the tool. The whole pack is registered, with its other tools, aliases and services. */
  readonly pack?: ToolPack;
  /** The timeout of a call. Default 10,000. */
  readonly callTimeoutMs?: number;
  /** How long a call may take to settle after it was stopped. Default 1,000. */
  readonly settleMs?: number;
}

export interface ToolSample {
  /** Part of the test's name. Default: the arguments. */
  readonly name?: string;
  readonly params: SampleParams;
  /** Runs before the call: prepares files or services, or makes earlier calls. */
  readonly setup?: (fixture: ContractFixture) => void | Promise<void>;
  /** The expected outcome: 'ok', or an error code. Default 'ok'. */
  readonly expect?: string;
}

/** Arguments, or a function that makes them after the setup. */
export type SampleParams = SampleArguments | ((fixture: ContractFixture) => SampleArguments | Promise<SampleArguments>);

export type SampleArguments = Readonly<Record<string, unknown>>;

export interface BadSample {
  readonly params: unknown;
  /** A text that the error must contain, such as the name of the parameter. */
  readonly mentions: string;
}

/** The environment of one sample. No other sample shares it. */
export interface ContractFixture {
  readonly folder: TestFolder;
  /** The services that the tools of this sample use. */
  readonly services: ToolServices;
  readonly tools: ToolCoordinator;
}
