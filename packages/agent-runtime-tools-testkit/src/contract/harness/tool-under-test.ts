import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { ToolContractOptions, ToolSample } from '../contract-options.ts';

/** A tool and the options of its contract. */
export interface ToolUnderTest {
  readonly tool: ToolHandler;
  readonly options: ToolContractOptions;
  readonly callTimeoutMs: number;
  readonly settleMs: number;
}

export function toolUnderTest(tool: ToolHandler, options: ToolContractOptions): ToolUnderTest {
  const { callTimeoutMs = 10_000, settleMs = 1_000 } = options;
  return { tool, options, callTimeoutMs, settleMs };
}

/** The samples that must succeed. */
export function goodSamples({ options }: ToolUnderTest): ToolSample[] {
  return options.samples.filter(({ expect = 'ok' }) => expect === 'ok');
}

/** The sample for rules that need any successful call. */
export function firstGoodSample(tested: ToolUnderTest): ToolSample {
  const [sample] = goodSamples(tested);
  if (sample === undefined) throw new Error('needs a sample that is expected to be ok');
  return sample;
}
