/**
 * The permissions that a caller of a tool needs, all of them, as the annotation `permissions` of the tool states them. Undefined
 * if it is not a list of texts: then nobody has them.
 */
export function neededPermissions({
  annotations,
}: {
  readonly annotations?: Readonly<Record<string, unknown>>;
}): readonly string[] | undefined {
  const stated = annotations?.['permissions'];
  if (stated === undefined) return NONE;
  return Array.isArray(stated) && stated.every((each): each is string => typeof each === 'string') ? stated : undefined;
}

const NONE: readonly string[] = Object.freeze([]);
