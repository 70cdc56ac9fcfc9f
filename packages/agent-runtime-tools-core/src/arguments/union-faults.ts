import type { SchemaFault } from '../schema/schema-fault.ts';

/**
 * The faults that are worth telling where a value fits none of several forms. The faults of a form say why that form
 * did not fit; they help only if it is clear that it was meant. Where it is, they are told in the place of the choice.
 */
export function withoutUnintendedBranches(faults: readonly SchemaFault[]): SchemaFault[] {
  let told = [...faults];
  // The innermost choices come first: what they leave is what the outer ones see.
  for (const choice of faults.filter(isUnionFault)) {
    if (!told.includes(choice)) continue;
    const forms = formsOf(choice, told);
    const meant = formMeant(choice, forms);
    const dropped = new Set(forms.flatMap((form) => (form === meant ? [] : form)));
    if (meant !== undefined) dropped.add(choice);
    told = told.filter((fault) => !dropped.has(fault));
  }
  return told;
}

export function isUnionFault({ keyword }: SchemaFault): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** The faults of each form. */
function formsOf(choice: SchemaFault, faults: readonly SchemaFault[]): SchemaFault[][] {
  const forms = new Map<string, SchemaFault[]>();
  for (const fault of faults) {
    if (fault === choice || !fault.schemaPath.startsWith(`${choice.schemaPath}/`)) continue;
    const form = fault.schemaPath.slice(choice.schemaPath.length + 1).split('/', 1)[0] ?? '';
    forms.set(form, [...(forms.get(form) ?? []), fault]);
  }
  return [...forms.values()];
}

/** The only form that the value is of the right type for, and has the right tag of. */
function formMeant(choice: SchemaFault, forms: readonly SchemaFault[][]): SchemaFault[] | undefined {
  if (!Array.isArray(choice.schema) || forms.length < choice.schema.length) return undefined;
  const possible = forms.filter((form) => !form.some((fault) => rulesOut(fault, choice.instancePath)));
  return possible.length === 1 ? possible[0] : undefined;
}

function rulesOut({ keyword, instancePath }: SchemaFault, path: string): boolean {
  if (instancePath === path) return keyword === 'type' || keyword === 'const' || keyword === 'enum';
  const isMember = instancePath.startsWith(`${path}/`) && !instancePath.slice(path.length + 1).includes('/');
  return isMember && (keyword === 'const' || keyword === 'enum');
}
