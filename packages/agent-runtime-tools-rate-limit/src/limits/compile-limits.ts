import {
  errorMessage,
  isCapabilityFlag,
  isToolSelector,
  printable,
  ToolFailure,
  toolSelectors,
  type ToolIdentity,
} from '@ku0/agent-runtime-tools-core';
import { compileNameGlob, hasMatchingName } from '@ku0/agent-runtime-tools-rules';
import { rateLimitErrors } from '../errors.ts';
import type { CallRate, LimitScope, RateLimit } from '../rate-limit-options.ts';

/** A limit in the form that calls are counted by. */
export interface CompiledLimit {
  readonly name: string;
  /** For people: `60 calls per minute`. */
  readonly rateText: string;
  readonly by: readonly LimitScope[];
  readonly appliesTo: (tool: ToolIdentity) => boolean;
  readonly bucket?: { readonly intervalMs: number; readonly burst: number };
  readonly concurrency?: number;
}

/** Throws RATE_LIMITS_INVALID. Two limits of the same name would share their counts, so that is refused too. */
export function compileLimits(limits: readonly RateLimit[]): readonly CompiledLimit[] {
  const compiled = limits.map((limit, index) => {
    try {
      return compileLimit(limit);
    } catch (error) {
      throw invalid(`limits[${index}]: ${errorMessage(error)}`);
    }
  });
  const names = compiled.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalid(`two limits are called ${JSON.stringify(twice)}`);
  return compiled;
}

function compileLimit(limit: RateLimit): CompiledLimit {
  const unknown = Object.keys(limit).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    throw new TypeError(`there is no ${JSON.stringify(unknown)}; known: ${MEMBERS.join(', ')}`);
  const { rate, concurrency } = limit;
  const patterns = limit.tools === undefined ? ['*'] : [limit.tools].flat();
  const by = limit.by === undefined ? [] : [limit.by].flat();
  const wrong = by.find((scope) => !SCOPES.includes(scope));
  if (wrong !== undefined) throw new TypeError(`"by" is ${SCOPES.join(', ')}, not ${JSON.stringify(wrong)}`);
  if (patterns.length === 0) throw new TypeError('"tools" is empty');
  if (rate === undefined && concurrency === undefined) throw new TypeError('it has neither a rate nor a concurrency');
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1))
    throw new TypeError('"concurrency" is a whole number of at least 1');
  const tests = patterns.map(compileToolPattern);
  const rateText = rate === undefined ? '' : textOf(rate);
  const parts = [patterns.join(','), by.join('+'), rateText, concurrency === undefined ? '' : `${concurrency} at once`];
  return {
    name: printable(limit.name ?? parts.filter(Boolean).join('; ')),
    rateText,
    by,
    appliesTo: (tool) => tests.some((test) => test(tool)),
    ...(rate !== undefined && { bucket: bucketOf(rate) }),
    ...(concurrency !== undefined && { concurrency }),
  };
}

function compileToolPattern(pattern: string): (tool: ToolIdentity) => boolean {
  if (typeof pattern !== 'string' || pattern === '') throw new TypeError('"tools" has an entry that is no text');
  if (pattern === '*') return () => true;
  if (pattern.startsWith('@')) {
    const flag = pattern.slice(1);
    if (!isCapabilityFlag(flag)) throw new TypeError(`${JSON.stringify(pattern)} is no capability`);
    return ({ capabilities }) => capabilities[flag];
  }
  const matches = compileNameGlob(pattern);
  if (isToolSelector(pattern)) return (tool) => toolSelectors(tool).some(matches);
  if (!NAME_PATTERN.test(pattern)) throw new TypeError(`${JSON.stringify(pattern)} is no pattern of tool names`);
  return (tool) => hasMatchingName(tool, matches);
}

function bucketOf({ calls, per, burst = calls }: CallRate): { intervalMs: number; burst: number } {
  const periodMs = typeof per === 'number' ? per : PERIODS.get(per);
  if (periodMs === undefined || !(periodMs > 0 && Number.isFinite(periodMs)))
    throw new TypeError(`"per" is ${[...PERIODS.keys()].join(', ')}, or milliseconds above 0`);
  if (!(calls > 0 && Number.isFinite(calls))) throw new TypeError('"calls" is a number above 0');
  if (!(burst >= 1 && Number.isFinite(burst))) throw new TypeError('"burst" is a number of at least 1');
  return { intervalMs: periodMs / calls, burst };
}

function textOf({ calls, per }: CallRate): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'} per ${typeof per === 'number' ? `${per} ms` : per}`;
}

function invalid(message: string): ToolFailure {
  return new ToolFailure(rateLimitErrors.RATE_LIMITS_INVALID({ message: `${printable(message)}.` }));
}

const MEMBERS = ['name', 'tools', 'by', 'rate', 'concurrency'];
const SCOPES: readonly LimitScope[] = ['tool', 'pack', 'principal', 'task'];
const PERIODS: ReadonlyMap<string, number> = new Map([
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);
const NAME_PATTERN = /^[\w\-*?[\]{},!^\\]+$/;
