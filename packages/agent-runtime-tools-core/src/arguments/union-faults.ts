import type { SchemaFault } from '../schema/schema-fault.ts';

/**
 * Reduces the faults of a value that matches no branch of an `anyOf` or `oneOf`. A branch's own faults help only when it
 * is clear that this branch was meant. Then they replace the fault of the union; otherwise only the union's fault stays.
 *
 *   schema  anyOf: [{ kind: 'file', path: string }, { kind: 'url', url: string }]
 *   value   { kind: 'file' }
 *   before  "must be one of two forms", "path is required", "kind must be 'url'", "url is required"
 *   after   "path is required"
 */
export function withoutUnintendedBranches(faults: readonly SchemaFault[]): SchemaFault[] {
  let kept = [...faults];
  // Inner unions come first, so that outer ones see the reduced list.
  for (const union of faults.filter(isUnionFault)) {
    if (!kept.includes(union)) continue;
    const branches = branchFaults(union, kept);
    const intended = intendedBranch(union, branches);
    const dropped = new Set(branches.flatMap((branch) => (branch === intended ? [] : branch)));
    if (intended !== undefined) dropped.add(union);
    kept = kept.filter((fault) => !dropped.has(fault));
  }
  return kept;
}

export function isUnionFault({ keyword }: SchemaFault): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The faults below a union, grouped by branch. */
function branchFaults(union: SchemaFault, faults: readonly SchemaFault[]): SchemaFault[][] {
  const branches = new Map<string, SchemaFault[]>();
  for (const fault of faults) {
    if (fault === union || !fault.schemaPath.startsWith(`${union.schemaPath}/`)) continue;
    const branch = fault.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), fault]);
  }
  return [...branches.values()];
}

/** The faults of the only branch whose type and constant members match the value. */
function intendedBranch(union: SchemaFault, branches: readonly SchemaFault[][]): SchemaFault[] | undefined {
  if (!Array.isArray(union.schema) || branches.length < union.schema.length) return undefined;
  const possible = branches.filter((branch) => !branch.some((fault) => rulesOutBranch(fault, union.instancePath)));
  return possible.length === 1 ? possible[0] : undefined;
}

function rulesOutBranch({ keyword, instancePath }: SchemaFault, path: string): boolean {
  if (instancePath === path) return keyword === 'type' || keyword === 'const' || keyword === 'enum';
  const isMember = instancePath.startsWith(`${path}/`) && !instancePath.slice(path.length + 1).includes('/');
  return isMember && (keyword === 'const' || keyword === 'enum');
}
