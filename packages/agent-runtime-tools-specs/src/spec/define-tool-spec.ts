import { readSpec } from './read-spec.ts';
import { SpecError } from './spec-problem.ts';
import type { ToolSpec, ToolSpecDraft } from './tool-spec.ts';

/** Makes a spec in code. Throws a SpecError with everything that is wrong with it. */
export function defineToolSpec(draft: ToolSpecDraft): ToolSpec {
  const reading = readSpec(draft);
  if (reading.ok) return reading.spec;
  const { faults, tool } = reading;
  throw new SpecError(
    faults.map(({ message }) => ({
      kind: 'invalid' as const,
      source: 'the spec',
      ...(tool !== undefined && { tool }),
      message,
    })),
  );
}
