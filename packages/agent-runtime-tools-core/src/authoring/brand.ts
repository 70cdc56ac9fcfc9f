/**
 * Marks the instances of a class with a symbol that all copies of this package share, and returns the test for it. A
 * tree may hold several copies of core: what one of them throws is then known to the others, as `instanceof` alone
 * would not have it. The test never throws, not even when asked about a hostile proxy.
 */
export function brand(prototype: object, name: string): (value: unknown) => value is object {
  const mark = brandOf(name);
  Object.defineProperty(prototype, mark, { value: true });
  return (value): value is object => {
    try {
      return typeof value === 'object' && value !== null && mark in value;
    } catch {
      return false;
    }
  };
}

export function brandOf(name: string): symbol {
  return Symbol.for(`@ku0/agent-runtime-tools-core/${name}`);
}
