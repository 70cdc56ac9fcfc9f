import type { ToolContractOptions, ToolSample } from './contract-options.ts';

/** What the contract suite needs to know to try a pack. */
export interface PackContractOptions extends Omit<
  ToolContractOptions,
  'samples' | 'badSamples' | 'slowSample' | 'pack'
> {
  /** By the tool's name: its samples, or all that its own contract needs. */
  readonly samples: Readonly<Record<string, readonly ToolSample[] | ToolContractOptions>>;
}

/** A tool's own options over those of its pack; without samples when nobody gave any. */
export function toolOptions(name: string, { samples, ...shared }: PackContractOptions): ToolContractOptions {
  const given = Object.hasOwn(samples, name) ? samples[name] : undefined;
  if (given === undefined) return { ...shared, samples: [] };
  return 'samples' in given ? { ...shared, ...given } : { ...shared, samples: given };
}
