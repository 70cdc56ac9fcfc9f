import { isSchemaNode, type SchemaNode } from '../../schema/schema-node.ts';
import { objectsIn } from '../read-calls.ts';

/**
 * Adds a piece of a call to its arguments, for models that stream arguments value by value. Each value comes with the JSON
 * path of its place, and the pieces of one text have the same path:
 *
 *     { partialArgs: [{ jsonPath: '$.path', stringValue: 'src/', willContinue: true }] }
 *     { partialArgs: [{ jsonPath: '$.path', stringValue: 'a.ts' }, { jsonPath: '$.lines[0]', numberValue: 3 }] }
 *     arguments: { path: 'src/a.ts', lines: [3] }
 *
 * Values with a path that cannot be followed are left out; validation then reports them as missing.
 */
export function addPartialArguments(args: SchemaNode, piece: SchemaNode): void {
  for (const part of objectsIn(piece['partialArgs'] ?? [])) {
    const steps = parsePath(part['jsonPath']);
    const value = valueOf(part);
    if (steps !== undefined && value !== undefined) setAt(args, steps, value);
  }
}

/** The member names and indexes of a path such as `$.a.b[0]['c d']`. */
function parsePath(path: unknown): Step[] | undefined {
  if (typeof path !== 'string' || !path.startsWith('$')) return undefined;
  const steps: Step[] = [];
  for (let at = 1; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(path);
    if (match === null || steps.length === MAX_DEPTH) return undefined;
    const [, member, index, quoted = ''] = match;
    steps.push(member ?? (index === undefined ? quoted.slice(1, -1).replaceAll(/\\(.)/gsu, '$1') : Number(index)));
  }
  return steps.length === 0 ? undefined : steps;
}

type Step = string | number;

const STEP = /\.([^.[\]]+)|\[(?:(\d{1,6})|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"))\]/suy;
const MAX_DEPTH = 64;

function valueOf(part: SchemaNode): unknown {
  if ('nullValue' in part) return null;
  return part['stringValue'] ?? part['numberValue'] ?? part['boolValue'];
}

function setAt(args: SchemaNode, steps: readonly Step[], value: unknown): void {
  let place: object = args;
  for (const [depth, step] of steps.entries()) {
    // Lists grow by one entry at a time, so that no index makes them huge.
    if (Array.isArray(place) ? typeof step !== 'number' || step > place.length : typeof step === 'number') return;
    const before: unknown = Object.getOwnPropertyDescriptor(place, step)?.value;
    const next = steps[depth + 1];
    if (next === undefined) {
      define(place, step, typeof before === 'string' && typeof value === 'string' ? before + value : value);
    } else if (Array.isArray(before) || isSchemaNode(before)) {
      place = before;
    } else {
      const container: object = typeof next === 'number' ? [] : {};
      define(place, step, container);
      place = container;
    }
  }
}

/** Defines an own property, whatever its name: an assignment to `__proto__` would do something else. */
function define(place: object, key: Step, value: unknown): void {
  Object.defineProperty(place, key, { value, configurable: true, enumerable: true, writable: true });
}
