import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { ToolContractOptions, ToolSample } from './contract-options.ts';

/** A tool on trial, with what it is tried with. */
export interface ToolSubject {
  readonly tool: ToolHandler;
  readonly options: ToolContractOptions;
  readonly patienceMs: number;
  readonly settleMs: number;
}

export function toolSubject(tool: ToolHandler, options: ToolContractOptions): ToolSubject {
  const { patienceMs = 10_000, settleMs = 1_000 } = options;
  return { tool, options, patienceMs, settleMs };
}

/** The samples that must succeed. */
export function goodSamples({ options }: ToolSubject): ToolSample[] {
  return options.samples.filter(({ expect = 'ok' }) => expect === 'ok');
}

/** The sample that rules about any call are tried with. */
export function firstGoodSample(subject: ToolSubject): ToolSample {
  const [sample] = goodSamples(subject);
  if (sample === undefined) throw new Error('needs a sample that is expected to be ok');
  return sample;
}
