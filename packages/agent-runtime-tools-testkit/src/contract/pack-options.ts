import type { ToolContractOptions, ToolSample } from './contract-options.ts';

/** Options of the contract suite for a pack. */
export interface PackContractOptions extends Omit<
  ToolContractOptions,
  'samples' | 'badSamples' | 'slowSample' | 'pack'
> {
  /** For each tool, by name: its samples, or the options of its own contract. */
  readonly samples: Readonly<Record<string, readonly ToolSample[] | ToolContractOptions>>;
}

/** The options of one tool: its own, and those of the pack for the rest. */
export function toolOptions(name: string, { samples, ...shared }: PackContractOptions): ToolContractOptions {
  const given = Object.hasOwn(samples, name) ? samples[name] : undefined;
  if (given === undefined) return { ...shared, samples: [] };
  return 'samples' in given ? { ...shared, ...given } : { ...shared, samples: given };
}
