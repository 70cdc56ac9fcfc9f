/**
 * What is wrong with a principal that a host gave, for hosts without types. One without an id would be taken for the
 * nameless user, and whatever belongs to one such user for another's: so it is refused. Absent means none.
 */
export function principalProblem(principal: unknown): string | undefined {
  if (principal === undefined) return undefined;
  const id: unknown =
    typeof principal === 'object' && principal !== null && 'id' in principal ? principal.id : undefined;
  if (typeof id === 'string' && id !== '') return undefined;
  return 'The principal of a call must be an object with an id, a text that is not empty; leave it out for none.';
}
