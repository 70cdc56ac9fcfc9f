import { isSchemaNode } from '../../../schema/schema-node.ts';

/** Whether JSON Schema allows a value for a keyword that holds no schema. Unknown keywords may have any value. */
export function isWellFormed(keyword: string, value: unknown): boolean {
  const check = CHECKS.get(keyword);
  return check === undefined || check(value);
}

const isString = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isBound = (value: unknown): boolean => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
/** In draft 4, `exclusiveMinimum` is a boolean. */
const isExclusiveBound = (value: unknown): boolean => isBound(value) || isBoolean(value);
const isFactor = (value: unknown): boolean => isBound(value) && Number(value) > 0;
const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const isNamesByName = (value: unknown): boolean =>
  isSchemaNode(value) && Object.values(value).every((names) => Array.isArray(names) && names.every(isString));

const CHECKS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['$anchor', isString],
  ['$dynamicAnchor', isString],
  ['$dynamicRef', isString],
  ['$id', isString],
  ['$recursiveRef', isString],
  ['$ref', isString],
  ['contentEncoding', isString],
  ['contentMediaType', isString],
  ['dependentRequired', isNamesByName],
  ['deprecated', isBoolean],
  ['description', isString],
  ['enum', isFilledList],
  ['examples', Array.isArray],
  ['exclusiveMaximum', isExclusiveBound],
  ['exclusiveMinimum', isExclusiveBound],
  ['format', isString],
  ['id', isString],
  ['maxContains', isCount],
  ['maximum', isBound],
  ['maxItems', isCount],
  ['maxLength', isCount],
  ['maxProperties', isCount],
  ['minContains', isCount],
  ['minimum', isBound],
  ['minItems', isCount],
  ['minLength', isCount],
  ['minProperties', isCount],
  ['multipleOf', isFactor],
  ['nullable', isBoolean],
  ['pattern', isString],
  ['readOnly', isBoolean],
  ['title', isString],
  ['uniqueItems', isBoolean],
  ['writeOnly', isBoolean],
]);
