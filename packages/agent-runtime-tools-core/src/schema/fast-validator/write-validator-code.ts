import { isSchemaNode, type SchemaNode } from '../schema-node.ts';
import { valuePlan } from './check-plan.ts';

export interface FittingCode {
  /** The body of a function of `copyArguments`, `isPlainObject` and `isValidText` that returns the fitting. */
  readonly code: string;
  /** Whether what the code lets through fits the schema for sure. */
  readonly isCertain: boolean;
}

/** Writes the code that copies and checks values of a schema. Everything in it that varies is written as JSON. */
export function writeValidatorCode(schema: SchemaNode, { freeze }: { freeze: boolean }): FittingCode {
  const writer = new FittingWriter(freeze);
  const check = writer.value(schema, { name: 'source', depth: 1 });
  const code = `${writer.functions.join('\n')}
return function fitting(source, budget) {
  if (budget.limits.maxDepth < ${writer.deepest}) return undefined;
  budget.freeze = ${freeze};
  let chars = 0;
  ${check}
  ${refuse('(budget.chars += chars) > budget.limits.maxChars')}
  return source;
};`;
  return { code, isCertain: writer.isCertain };
}

/** A variable of the generated code, and how deep in the arguments its value is. */
interface Place {
  readonly name: string;
  readonly depth: number;
}

class FittingWriter {
  readonly functions: string[] = [];
  readonly #freeze: boolean;
  isCertain = true;
  deepest = 1;
  #names = 0;

  constructor(freeze: boolean) {
    this.#freeze = freeze;
  }

  /** Statements that leave the checked copy in the variable, or return undefined. They may add to `chars`. */
  value(schema: unknown, place: Place): string {
    const plan = isSchemaNode(schema) ? valuePlan(schema) : undefined;
    if (plan === undefined || place.depth > MAX_DEPTH) return this.#anything(place);
    const { name } = place;
    switch (plan.kind) {
      case 'choice':
        return refuse(plan.values.map((value) => `${name} !== ${JSON.stringify(value)}`).join(' && '));
      case 'boolean':
        return refuse(`typeof ${name} !== 'boolean'`);
      case 'number':
        return refuse([`typeof ${name} !== 'number'`, ...bounds(plan.schema, name)].join(' || '));
      case 'string':
        return `${refuse([`typeof ${name} !== 'string'`, ...lengths(plan.schema, name)].join(' || '))}
  chars += ${name}.length;
  ${refuse(`!isValidText(${name})`)}`;
      case 'array':
        return this.#array(plan.schema, place);
      default:
        return this.#object(plan.schema, place);
    }
  }

  /** What the code does not know how to check is copied only. */
  #anything({ name, depth }: Place): string {
    this.isCertain = false;
    return `budget.depth = ${depth - 1};
  ${name} = copyArguments(${name}, budget);`;
  }

  #array(schema: SchemaNode, { name, depth }: Place): string {
    this.#reach(depth);
    const item = this.#name('item');
    const copy = this.#name('copy');
    const index = this.#name('index');
    const length = this.#name('length');
    const check = this.value(schema['items'], { name: item, depth: depth + 1 });
    return `${refuse(`!Array.isArray(${name})`)}
  const ${length} = ${name}.length;
  ${refuse([`!((budget.items += ${length}) <= budget.limits.maxItems)`, ...counts(schema, length)].join(' || '))}
  const ${copy} = new Array(${length});
  for (let ${index} = 0; ${index} < ${length}; ${index}++) {
    let ${item} = ${name}[${index}];
    ${check}
    ${copy}[${index}] = ${item};
  }
  ${name} = ${this.#frozen(copy)};`;
  }

  /**
   * An object gets a function of its own: small functions are what the engine optimises best. That it is plain is asked
   * after it was read, when the engine knows its shape and need not look.
   */
  #object(schema: SchemaNode, { name, depth }: Place): string {
    this.#reach(depth);
    const properties = Object.entries(schema['properties'] as SchemaNode);
    const required = new Set(schema['required'] as string[] | undefined);
    const fit = this.#name('fit');
    const values = properties.map(() => this.#name('value'));
    const reads = properties.map(([key, property], index) => {
      const value = values[index] as string;
      const check = this.value(property, { name: value, depth: depth + 1 });
      const fallback = this.#freeze && isSchemaNode(property) ? property['default'] : undefined;
      const absent = required.has(key)
        ? ' else return undefined;'
        : fallback === undefined
          ? ''
          : ` else ${value} = ${JSON.stringify(fallback)};`;
      return `let ${value} = source[${JSON.stringify(key)}];
  if (${value} !== undefined) { present++; chars += ${key.length}; ${check} }${absent}`;
    });
    const keys = properties.map(([key]) => JSON.stringify(key));
    this.functions.push(`function ${fit}(source, budget) {
  ${refuse(`typeof source !== 'object' || source === null`)}
  let present = 0, chars = 0;
  ${reads.join('\n  ')}
  ${refuse(`!isPlainObject(source) || Object.keys(source).length !== present`)}
  ${refuse(`(budget.keys += present) > budget.limits.maxKeys`)}
  ${refuse('(budget.chars += chars) > budget.limits.maxChars')}
  if (present === ${keys.length}) return ${this.#frozen(`{ ${keys.map((key, index) => `${key}: ${values[index]}`).join(', ')} }`)};
  const copy = {};
  ${keys.map((key, index) => `if (${values[index]} !== undefined) copy[${key}] = ${values[index]};`).join('\n  ')}
  return ${this.#frozen('copy')};
}`);
    return `${name} = ${fit}(${name}, budget);
  ${refuse(`${name} === undefined`)}`;
  }

  #frozen(code: string): string {
    return this.#freeze ? `Object.freeze(${code})` : code;
  }

  #reach(depth: number): void {
    this.deepest = Math.max(this.deepest, depth);
  }

  #name(what: string): string {
    return `${what}${++this.#names}`;
  }
}

/** Schemas within schemas beyond this are copied and left to the general check. */
const MAX_DEPTH = 8;

function refuse(condition: string): string {
  return `if (${condition}) return undefined;`;
}

/** Not a JSON number, or out of bounds. */
function bounds(schema: SchemaNode, name: string): string[] {
  const kind = schema['type'] === 'integer' ? `!Number.isInteger(${name})` : `!Number.isFinite(${name})`;
  return [
    kind,
    ...limit(schema['minimum'], `${name} <`),
    ...limit(schema['maximum'], `${name} >`),
    ...limit(schema['exclusiveMinimum'], `${name} <=`),
    ...limit(schema['exclusiveMaximum'], `${name} >=`),
  ];
}

/** A schema counts characters, JavaScript units, of which a character has at most two: doubt goes the general way. */
function lengths({ minLength, maxLength }: SchemaNode, name: string): string[] {
  const units = typeof minLength === 'number' ? 2 * Math.ceil(minLength) - 1 : undefined;
  return [...limit(units, `${name}.length <`), ...limit(maxLength, `${name}.length >`)];
}

function counts({ minItems, maxItems }: SchemaNode, length: string): string[] {
  return [...limit(minItems, `${length} <`), ...limit(maxItems, `${length} >`)];
}

function limit(value: unknown, comparison: string): string[] {
  return typeof value === 'number' ? [`${comparison} ${value}`] : [];
}
