import { Ajv, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from '../type.ts';
import { enforcedSchema } from './enforced-schema.ts';
import {
  compileCheckedFitting,
  compileFastValidator,
  type FastValidator,
} from './fast-validator/compile-fast-validator.ts';
import type { SchemaFault } from './schema-fault.ts';
import type { SchemaNode } from './schema-node.ts';
import { schemaPattern } from './schema-pattern.ts';

/** A schema made ready to check values, once. */
export interface CompiledSchema {
  /** The schema as enforced: closed objects, integers within the safe range. */
  readonly node: SchemaNode;
  /** Fills defaults into the value it checks, so hand it a copy. Stops at the first fault. */
  readonly check: (value: unknown) => boolean;
  /** What a call's arguments go through first: a frozen copy of what fits. */
  readonly fit: FastValidator;
  /** Whether checking may fill anything in. */
  readonly hasDefaults: boolean;
  /** Every fault of a value, at most a hundred. Slow: for messages only. */
  readonly faults: (value: unknown) => SchemaFault[];
}

/** Compiled at most once per schema object; throws when it is not a JSON Schema. */
export function compileSchema(schema: TSchema, options: { closed: boolean }): CompiledSchema {
  const cache = options.closed ? closedCache : openCache;
  const known = cache.get(schema);
  if (known !== undefined) return known;
  const compiled = compile(enforcedSchema(schema, options));
  cache.set(schema, compiled);
  return compiled;
}

const closedCache = new WeakMap<object, CompiledSchema>();
const openCache = new WeakMap<object, CompiledSchema>();
const MAX_FAULTS = 100;
/** What a check would otherwise make anew each time; newer drafts write into theirs. */
const AT_THE_TOP = Object.freeze({ instancePath: '', dynamicAnchors: Object.freeze({}) }) as DataValidationCxt;

function compile(node: SchemaNode): CompiledSchema {
  const fitting = compileFastValidator(node);
  const check = fitting === undefined ? checkOf(node) : checkOnceNeeded(node);
  const hasDefaults = mentions(node, 'default');
  let detailed: ValidateFunction | undefined;
  return {
    node,
    check,
    hasDefaults,
    fit: fitting ?? compileCheckedFitting(node, { check, hasDefaults }),
    faults(value) {
      detailed ??= compiler(node, { allErrors: true })(node);
      return detailed(value) ? [] : (detailed.errors ?? []).slice(0, MAX_FAULTS);
    },
  };
}

function checkOf(node: SchemaNode): (value: unknown) => boolean {
  const validate = compiler(node, { allErrors: false })(node);
  return isDraft2020(node) ? validate : (value) => validate(value, AT_THE_TOP);
}

/** Compiling takes milliseconds, and arguments that fit at once never ask for it. */
function checkOnceNeeded(node: SchemaNode): (value: unknown) => boolean {
  let check: ((value: unknown) => boolean) | undefined;
  return (value) => (check ??= checkOf(node))(value);
}

/** A fresh instance per schema, so that two schemas may carry the same `$id`. */
function compiler(node: SchemaNode, { allErrors }: { allErrors: boolean }): (node: SchemaNode) => ValidateFunction {
  const Compiler = isDraft2020(node) ? Ajv2020 : Ajv;
  const instance = new Compiler({
    allErrors,
    useDefaults: true,
    strict: false,
    logger: false,
    validateFormats: false,
    validateSchema: false,
    verbose: allErrors,
    code: { regExp: schemaPattern },
  });
  return (schema) => instance.compile(schema);
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
