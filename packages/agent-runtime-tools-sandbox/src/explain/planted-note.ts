/** Tells the model that what it put under a protected name is not there. */
export function plantedNote({
  path,
  movedTo,
}: {
  readonly path: string;
  readonly movedTo: string | undefined;
}): string {
  return movedTo === undefined
    ? `The sandbox refused ${path}: the name is protected, and what was made there could not be set aside.`
    : `The sandbox refused ${path}: the name is protected. What was made there is now ${movedTo}.`;
}
