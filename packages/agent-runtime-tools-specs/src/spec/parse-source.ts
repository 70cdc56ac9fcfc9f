import { errorText } from '../error-text.ts';
import { readSpec, type SpecFault } from './read-spec.ts';
import { placeOf, readSourceText, SourceSyntaxError } from './source-text.ts';
import type { SpecProblem } from './spec-problem.ts';
import type { ToolSpec } from './tool-spec.ts';

/** A spec, and the keys that lead to it in its source. */
export interface PlacedSpec {
  readonly spec: ToolSpec;
  readonly path: readonly (string | number)[];
}

/** What a source says. */
export interface ParsedSource {
  readonly specs: readonly PlacedSpec[];
  readonly problems: readonly SpecProblem[];
}

const MAX_SPECS = 100_000;

/** Reads the specs of a text in YAML or JSON. Invalid ones are left out, with a problem for each fault. Never rejects. */
export async function parseSource(text: string, source: string): Promise<ParsedSource> {
  let value: unknown;
  try {
    value = await readSourceText(text, source);
  } catch (error) {
    const place = error instanceof SourceSyntaxError ? error.place : undefined;
    return { specs: [], problems: [{ kind: 'syntax', source, ...place, message: errorText(error) }] };
  }
  const { specs, faulty } = readSpecs(value);
  const problems: SpecProblem[] = [];
  for (const { faults, path, tool } of faulty) {
    for (const fault of faults) {
      const place = await placeOf(text, [...path, ...fault.path]);
      problems.push({ kind: 'invalid', source, ...place, ...(tool !== undefined && { tool }), message: fault.message });
    }
  }
  return { specs, problems };
}

/** Reads specs that are data already. */
export function parseValue(value: unknown, source: string): ParsedSource {
  const { specs, faulty } = readSpecs(value);
  const problems = faulty.flatMap(({ faults, tool }) =>
    faults.map(({ message }): SpecProblem => ({
      kind: 'invalid',
      source,
      ...(tool !== undefined && { tool }),
      message,
    })),
  );
  return { specs, problems };
}

interface FaultySpec {
  readonly faults: readonly SpecFault[];
  readonly path: readonly (string | number)[];
  readonly tool?: string;
}

function readSpecs(value: unknown): { readonly specs: readonly PlacedSpec[]; readonly faulty: readonly FaultySpec[] } {
  const listed = listOf(value);
  if (!Array.isArray(listed)) return { specs: [], faulty: [listed] };
  if (listed.length > MAX_SPECS)
    return { specs: [], faulty: [{ path: [], faults: [{ path: [], message: `has more than ${MAX_SPECS} tools` }] }] };
  const specs: PlacedSpec[] = [];
  const faulty: FaultySpec[] = [];
  for (const { written, path } of listed) {
    const reading = readSpec(written);
    if (reading.ok) specs.push({ spec: reading.spec, path });
    else faulty.push({ ...reading, path });
  }
  return { specs, faulty };
}

interface WrittenSpec {
  readonly written: unknown;
  readonly path: readonly (string | number)[];
}

/** A list of specs, an object with a list `tools`, or a single spec. An empty source has none. */
function listOf(value: unknown): WrittenSpec[] | FaultySpec {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((written: unknown, at) => ({ written, path: [at] }));
  if (typeof value !== 'object') return { path: [], faults: [{ path: [], message: NO_SPECS }] };
  if (!('tools' in value)) return [{ written: value, path: [] }];
  const unknown = Object.keys(value).find((key) => key !== 'tools' && key !== '$schema');
  if (unknown !== undefined)
    return { path: [], faults: [{ path: [unknown], message: `unknown member "${unknown}" next to tools` }] };
  if (value.tools === null) return [];
  if (!Array.isArray(value.tools)) return { path: [], faults: [{ path: ['tools'], message: 'tools: must be a list' }] };
  return value.tools.map((written: unknown, at) => ({ written, path: ['tools', at] }));
}

const NO_SPECS = 'must be a list of tools, or an object with a list "tools"';
