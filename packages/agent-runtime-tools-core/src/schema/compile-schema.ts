import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import type { ArgumentBudget } from '../arguments/argument-budget.ts';
import { copyArguments } from '../arguments/copy-arguments.ts';
import type { TSchema } from '../type.ts';
import { deepFreeze } from './deep-freeze.ts';
import { enforcedSchema } from './enforced-schema.ts';
import { compileFastValidator } from './fast-validator/compile-fast-validator.ts';
import type { SchemaFault } from './schema-fault.ts';
import type { SchemaNode } from './schema-node.ts';
import { schemaPattern } from './schema-pattern.ts';

/** A schema, compiled once for checking many values. */
export interface CompiledSchema {
  /** The schema as it is enforced: closed objects, integers within the safe range. */
  readonly node: SchemaNode;
  /** Whether a value is valid. Fills defaults into the value, so pass a copy. Stops at the first fault. */
  readonly check: (value: unknown) => boolean;
  /** The frozen copy of valid arguments, with defaults filled in; undefined, or a throw, for all others. */
  readonly copyIfValid: (source: unknown, budget: ArgumentBudget) => unknown;
  /** Whether checking may fill in defaults. */
  readonly hasDefaults: boolean;
  /** All faults of a value, at most a hundred. Slow, for error messages only. */
  readonly faults: (value: unknown) => SchemaFault[];
}

/** Compiles a schema, once per schema object. Throws if it is not a JSON Schema. */
export function compileSchema(schema: TSchema, options: { closed: boolean }): CompiledSchema {
  const cache = options.closed ? closedCache : openCache;
  const cached = cache.get(schema);
  if (cached !== undefined) return cached;
  const compiled = compile(enforcedSchema(schema, options));
  cache.set(schema, compiled);
  return compiled;
}

const closedCache = new WeakMap<object, CompiledSchema>();
const openCache = new WeakMap<object, CompiledSchema>();
const MAX_FAULTS = 100;

function compile(node: SchemaNode): CompiledSchema {
  const fastValidator = compileFastValidator(node);
  const check = fastValidator === undefined ? compileCheck(node) : lazyCheck(node);
  const hasDefaults = mentions(node, 'default');
  let detailed: ValidateFunction | undefined;
  return {
    node,
    check,
    hasDefaults,
    copyIfValid: fastValidator ?? generalValidator(check, hasDefaults),
    faults(value) {
      detailed ??= ajvFor(node, { allErrors: true }).compile(node);
      return detailed(value) ? [] : (detailed.errors ?? []).slice(0, MAX_FAULTS);
    },
  };
}

/** Copies arguments, then checks the copy. The copy is frozen last if the check may still fill in defaults. */
function generalValidator(check: (value: unknown) => boolean, hasDefaults: boolean): CompiledSchema['copyIfValid'] {
  return (source, budget) => {
    budget.freeze = !hasDefaults;
    const copy = copyArguments(source, budget);
    if (!check(copy)) return undefined;
    return hasDefaults ? deepFreeze(copy) : copy;
  };
}

/** Ajv creates this object on every call unless it is given one. Later drafts write into theirs. */
const SHARED_CONTEXT = Object.freeze({ instancePath: '', dynamicAnchors: Object.freeze({}) }) as DataValidationCxt;

function compileCheck(node: SchemaNode): (value: unknown) => boolean {
  const validate = ajvFor(node, { allErrors: false }).compile(node);
  return isDraft2020(node) ? validate : (value) => validate(value, SHARED_CONTEXT);
}

/** Compiling takes milliseconds, and is not needed for arguments that the fast validator accepts. */
function lazyCheck(node: SchemaNode): (value: unknown) => boolean {
  let check: ((value: unknown) => boolean) | undefined;
  return (value) => (check ??= compileCheck(node))(value);
}

/** A new instance for each schema, so that two schemas may have the same `$id`. */
function ajvFor(node: SchemaNode, { allErrors }: { allErrors: boolean }): Ajv {
  const options = {
    allErrors,
    useDefaults: true,
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    verbose: allErrors,
    code: { regExp: schemaPattern },
  } as const;
  return isDraft2020(node) ? new Ajv2020(options) : new Ajv(options);
}

function isDraft2020(node: SchemaNode): boolean {
  return typeof node['$schema'] === 'string'
    ? node['$schema'].includes('2020-12') || node['$schema'].includes('2019-09')
    : mentions(node, 'prefixItems') || mentions(node, 'unevaluatedProperties') || mentions(node, 'dependentRequired');
}

function mentions(value: unknown, keyword: string): boolean {
  if (Array.isArray(value)) return value.some((item) => mentions(item, keyword));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => key === keyword || mentions(child, keyword));
}
