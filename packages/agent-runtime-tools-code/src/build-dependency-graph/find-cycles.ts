/** The groups of nodes that reach each other: the strongly connected components of more than one node, and self-imports. */
export function findCycles(edges: readonly { readonly from: string; readonly to: string }[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles = components(targets).filter(
    (group) => group.length > 1 || group.some((node) => targets.get(node)?.includes(node)),
  );
  return cycles.map((group) => group.toSorted()).toSorted((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
}

interface Visit {
  readonly node: string;
  next: number;
}

/** Tarjan's algorithm with its own stack, because import chains can be long. */
function components(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const [open, isOpen, found]: [string[], Set<string>, string[][]] = [[], new Set(), []];
  const lower = (node: string, value: number): void =>
    void lowest.set(node, Math.min(lowest.get(node) ?? value, value));
  const enter = (node: string): Visit => {
    order.set(node, order.size);
    lowest.set(node, order.size - 1);
    open.push(node);
    isOpen.add(node);
    return { node, next: 0 };
  };
  for (const start of targets.keys()) {
    const stack = order.has(start) ? [] : [enter(start)];
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      const target = targets.get(visit.node)?.[visit.next++];
      if (target !== undefined) {
        if (!order.has(target)) stack.push(enter(target));
        else if (isOpen.has(target)) lower(visit.node, order.get(target) ?? 0);
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.node, lowest.get(visit.node) ?? 0);
      if (lowest.get(visit.node) !== order.get(visit.node)) continue;
      const group = open.splice(open.lastIndexOf(visit.node));
      for (const node of group) isOpen.delete(node);
      found.push(group);
    }
  }
  return found;
}
