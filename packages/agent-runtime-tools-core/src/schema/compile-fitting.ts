import { type Allowance, admit, isPlain, isText } from '../arguments/admit.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { SchemaNode } from './schema-node.ts';
import { writeFitting } from './write-fitting.ts';

/**
 * A copy of arguments that fit a schema, frozen to the bottom, with defaults filled in and parameters in the
 * schema's order. Undefined, or a throw, says that the general way has to decide, which also knows what to say.
 */
export type Fitting = (source: unknown, allowance: Allowance) => unknown;

/**
 * Code made for one schema: it copies and checks parameters in one go, several times faster than walking over keys it
 * has never heard of and then checking the copy. Undefined where the schema says something the code cannot check.
 */
export function compileFitting(schema: SchemaNode): Fitting | undefined {
  const { code, isCertain } = writeFitting(schema, { freeze: true });
  return isCertain ? run(code) : undefined;
}

/** The same for any schema: what the code cannot check itself is left to a check of the copy. */
export function compileCheckedFitting(
  schema: SchemaNode,
  { check, hasDefaults }: { check: (value: unknown) => boolean; hasDefaults: boolean },
): Fitting {
  // A check that fills in defaults writes into the copy.
  const copy = run(writeFitting(schema, { freeze: !hasDefaults }).code);
  return (source, allowance) => {
    const copied = copy(source, allowance);
    if (copied === undefined || !check(copied)) return undefined;
    return hasDefaults ? deepFreeze(copied) : copied;
  };
}

function run(code: string): Fitting {
  // oxlint-disable-next-line typescript/no-implied-eval -- all that varies in the text is written by JSON.stringify.
  const make = new Function('admit', 'isPlain', 'isText', code) as (...tools: unknown[]) => Fitting;
  return make(admit, isPlain, isText);
}
