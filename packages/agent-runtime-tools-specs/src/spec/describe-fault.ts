import { nearestNames, printable, type SchemaFault } from '@ku0/agent-runtime-tools-core';
import { membersOf } from '../members.ts';
import { snakeCase } from './spellings.ts';

/** Says in words what a fault is, without its place. */
export function describeFault(fault: SchemaFault): string {
  const { keyword, params, data } = fault;
  switch (keyword) {
    case 'required':
      return `${quoted(params['missingProperty'])} is missing`;
    case 'anyOf': {
      const missing = missingInBothSpellings(fault);
      return missing === undefined ? 'fits none of the allowed forms' : `${quoted(snakeCase(missing))} is missing`;
    }
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const [nearest] = nearestNames(name, knownNames(fault), 1);
      return `unknown member ${quoted(name)}${nearest === undefined ? '' : `; did you mean ${quoted(nearest)}?`}`;
    }
    case 'type':
      return `must be of the type ${String(params['type'])}, not ${typeName(data)}`;
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}, not ${quoted(data)}`;
    case 'pattern':
      return `${quoted(data)} must match ${String(params['pattern'])}`;
    default:
      return fault.message ?? `breaks the rule "${keyword}"`;
  }
}

/** Faults of branches only repeat the fault of their union. */
export function withoutBranches(faults: readonly SchemaFault[]): SchemaFault[] {
  return faults.filter(({ schemaPath }) => !/\/anyOf\/\d/.test(schemaPath));
}

/** The keys that lead to the fault. For an unknown member, including the member. */
export function pathOf({ instancePath, keyword, params }: SchemaFault): string[] {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keyword === 'additionalProperties' ? [...keys, String(params['additionalProperty'])] : keys;
}

function missingInBothSpellings({ schema }: SchemaFault): string | undefined {
  if (!Array.isArray(schema)) return undefined;
  const [first] = schema.map((branch: { readonly required?: readonly unknown[] }) => branch.required?.[0]);
  return typeof first === 'string' ? first : undefined;
}

/** Suggestions are in snake_case, as in most files. */
function knownNames({ parentSchema }: SchemaFault): string[] {
  const properties = parentSchema?.['properties'];
  return Object.keys(membersOf(properties)).filter((name) => snakeCase(name) === name);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return printable(text.length > 80 ? `${text.slice(0, 77)}...` : text);
}
