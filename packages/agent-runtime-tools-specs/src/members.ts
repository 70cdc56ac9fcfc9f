/** An object whose members are not known. */
export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of any value: none if it is not an object. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : {};
}
