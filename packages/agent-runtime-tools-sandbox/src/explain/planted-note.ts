import { printable } from '@ku0/agent-runtime-tools-core';

/** Tells the model that a file it created under a protected name was renamed. */
export function plantedNote({
  path,
  movedTo,
}: {
  readonly path: string;
  readonly movedTo: string | undefined;
}): string {
  const name = printable(path);
  return movedTo === undefined
    ? `The sandbox refused ${name}: the name is protected, and what was made there could not be set aside.`
    : `The sandbox refused ${name}: the name is protected. What was made there is now ${printable(movedTo)}.`;
}
