/**
 * Marks the instances of a class with a symbol that all copies of this package share, and returns a test for the mark. If
 * several copies of core are installed, each recognises the errors of the others, which `instanceof` would not. The test
 * never throws, even for a hostile proxy.
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
