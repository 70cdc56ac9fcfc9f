import type { Hunk } from '../engine/hunk.ts';
import type { FilePatch } from '../formats/file-patch.ts';

/** All that a patch does to one file. */
export type PatchStep = Exclude<FilePatch, { kind: 'update' }> | UpdateStep;

export interface UpdateStep extends Omit<Extract<FilePatch, { kind: 'update' }>, 'hunks'> {
  /** The hunks of each section of the patch that names this file, in order. */
  readonly sections: readonly (readonly Hunk[])[];
}

/** One step per file, in the order in which the patch first names them. */
export function patchSteps(files: readonly FilePatch[]): PatchStep[] {
  const steps = new Map<string, PatchStep>();
  for (const file of files) {
    if (file.kind !== 'update') {
      steps.set(file.path, file);
      continue;
    }
    const { hunks, ...rest } = file;
    const earlier = steps.get(file.path);
    const sections = earlier?.kind === 'update' ? [...earlier.sections, hunks] : [hunks];
    steps.set(file.path, { ...rest, sections });
  }
  return [...steps.values()];
}
