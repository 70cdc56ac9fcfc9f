import { isSchemaNode, type SchemaNode } from '../schema-node.ts';
import { checkPlan } from './check-plan.ts';

/**
 * Writes the body of a function that takes `isPlainObject` and `isValidText` and returns a FastValidator. Undefined for a
 * schema that generated code cannot check completely. JSON.stringify writes every part that depends on the schema.
 *
 *   schema  { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'], additionalProperties: false }
 *   code    let value1 = source["limit"];
 *           if (value1 !== undefined) { present++; if (typeof value1 !== 'number' || ...) return undefined; } else return undefined;
 *           return Object.freeze({ "limit": value1 });
 */
export function writeValidatorCode(schema: SchemaNode): string | undefined {
  const writer = new ValidatorWriter();
  const check = writer.check(schema, { name: 'source', depth: 1 });
  if (!writer.isSupported) return undefined;
  return `${writer.functions.join('\n')}
return function validate(source, budget) {
  if (budget.limits.maxDepth < ${writer.deepest}) return undefined;
  let chars = 0;
  ${check}
  ${rejectIf('(budget.chars += chars) > budget.limits.maxChars')}
  return source;
};`;
}

/** A variable of the generated code and the depth of its value in the arguments. */
interface Variable {
  readonly name: string;
  readonly depth: number;
}

class ValidatorWriter {
  /** One function for each object schema. */
  readonly functions: string[] = [];
  isSupported = true;
  deepest = 1;
  #names = 0;

  /**
   * Statements that replace the variable's value with a checked, frozen copy, or return undefined. They add the length of
   * strings to a variable `chars`.
   */
  check(schema: unknown, variable: Variable): string {
    const plan = isSchemaNode(schema) ? checkPlan(schema) : undefined;
    if (plan === undefined || variable.depth > MAX_DEPTH) {
      this.isSupported = false;
      return '';
    }
    const { name } = variable;
    switch (plan.kind) {
      case 'literals':
        return rejectIf(plan.values.map((value) => `${name} !== ${JSON.stringify(value)}`).join(' && '));
      case 'boolean':
        return rejectIf(`typeof ${name} !== 'boolean'`);
      case 'number':
        return rejectIf([`typeof ${name} !== 'number'`, ...outOfRange(plan.schema, name)].join(' || '));
      case 'string':
        return `${rejectIf([`typeof ${name} !== 'string'`, ...wrongLength(plan.schema, name)].join(' || '))}
  chars += ${name}.length;
  ${rejectIf(`!isValidText(${name})`)}`;
      case 'array':
        return this.#checkArray(plan.schema, variable);
      default:
        return this.#checkObject(plan.schema, variable);
    }
  }

  #checkArray(schema: SchemaNode, { name, depth }: Variable): string {
    this.deepest = Math.max(this.deepest, depth);
    const item = this.#newName('item');
    const copy = this.#newName('copy');
    const index = this.#newName('index');
    const length = this.#newName('length');
    const check = this.check(schema['items'], { name: item, depth: depth + 1 });
    return `${rejectIf(`!Array.isArray(${name})`)}
  const ${length} = ${name}.length;
  ${rejectIf([`!((budget.items += ${length}) <= budget.limits.maxItems)`, ...wrongCount(schema, length)].join(' || '))}
  const ${copy} = new Array(${length});
  for (let ${index} = 0; ${index} < ${length}; ${index}++) {
    let ${item} = ${name}[${index}];
    ${check}
    ${copy}[${index}] = ${item};
  }
  ${name} = Object.freeze(${copy});`;
  }

  /**
   * An object gets its own function, because V8 optimises small functions best. The prototype is checked after the
   * properties were read, when V8 already knows the object's shape and the check is almost free.
   */
  #checkObject(schema: SchemaNode, { name, depth }: Variable): string {
    this.deepest = Math.max(this.deepest, depth);
    const properties = Object.entries(schema['properties'] as SchemaNode);
    const required = new Set(schema['required'] as string[] | undefined);
    const functionName = this.#newName('object');
    const values = properties.map(() => this.#newName('value'));
    const reads = properties.map(([key, property], index) => {
      const value = values[index] as string;
      const check = this.check(property, { name: value, depth: depth + 1 });
      const fallback = isSchemaNode(property) ? property['default'] : undefined;
      const ifAbsent = required.has(key)
        ? ' else return undefined;'
        : fallback === undefined
          ? ''
          : ` else ${value} = ${JSON.stringify(fallback)};`;
      return `let ${value} = source[${JSON.stringify(key)}];
  if (${value} !== undefined) { present++; chars += ${key.length}; ${check} }${ifAbsent}`;
    });
    const keys = properties.map(([key]) => JSON.stringify(key));
    this.functions.push(`function ${functionName}(source, budget) {
  ${rejectIf(`typeof source !== 'object' || source === null`)}
  let present = 0, chars = 0;
  ${reads.join('\n  ')}
  ${rejectIf(`!isPlainObject(source) || Object.keys(source).length !== present`)}
  ${rejectIf(`(budget.keys += present) > budget.limits.maxKeys`)}
  ${rejectIf('(budget.chars += chars) > budget.limits.maxChars')}
  if (present === ${keys.length}) return Object.freeze({ ${keys.map((key, index) => `${key}: ${values[index]}`).join(', ')} });
  const copy = {};
  ${keys.map((key, index) => `if (${values[index]} !== undefined) copy[${key}] = ${values[index]};`).join('\n  ')}
  return Object.freeze(copy);
}`);
    return `${name} = ${functionName}(${name}, budget);
  ${rejectIf(`${name} === undefined`)}`;
  }

  #newName(prefix: string): string {
    return `${prefix}${++this.#names}`;
  }
}

const MAX_DEPTH = 8;

function rejectIf(condition: string): string {
  return `if (${condition}) return undefined;`;
}

function outOfRange(schema: SchemaNode, name: string): string[] {
  return [
    schema['type'] === 'integer' ? `!Number.isInteger(${name})` : `!Number.isFinite(${name})`,
    ...comparison(`${name} <`, schema['minimum']),
    ...comparison(`${name} >`, schema['maximum']),
    ...comparison(`${name} <=`, schema['exclusiveMinimum']),
    ...comparison(`${name} >=`, schema['exclusiveMaximum']),
  ];
}

/**
 * JSON Schema counts code points, `length` counts UTF-16 units, and a code point has one or two of them. The generated code
 * accepts only lengths that are right in both ways of counting.
 */
function wrongLength({ minLength, maxLength }: SchemaNode, name: string): string[] {
  const minUnits = typeof minLength === 'number' ? 2 * Math.ceil(minLength) - 1 : undefined;
  return [...comparison(`${name}.length <`, minUnits), ...comparison(`${name}.length >`, maxLength)];
}

function wrongCount({ minItems, maxItems }: SchemaNode, length: string): string[] {
  return [...comparison(`${length} <`, minItems), ...comparison(`${length} >`, maxItems)];
}

/** No comparison if the schema has no such bound. */
function comparison(leftSide: string, bound: unknown): string[] {
  return typeof bound === 'number' ? [`${leftSide} ${bound}`] : [];
}
