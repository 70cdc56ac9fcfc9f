import { printable, type ToolError } from '@ku0/agent-runtime-tools-core';
import { rateLimitErrors } from './errors.ts';
import type { CompiledLimit } from './limits/compile-limits.ts';
import type { CountedCall } from './limits/limit-key.ts';
import type { LimitScope } from './rate-limit-options.ts';
import type { StoreUnavailableError } from './stores/guarded-store.ts';
import type { Shortage } from './stores/rate-limit-store.ts';

/** The error of a call that would exceed the rate of a limit. */
export function tooManyCalls(limit: CompiledLimit | undefined, call: CountedCall, shortage: Shortage): ToolError {
  const retryAfterMs = Math.ceil(shortage.retryAfterMs);
  if (limit === undefined) return rateLimitErrors.RATE_LIMITED({ details: { retryAfterMs } });
  const wait = duration(retryAfterMs);
  return rateLimitErrors.RATE_LIMITED({
    message: `Too many calls to ${scopeText(limit, call)}: ${limit.rateText} are allowed. The next one can be made in ${wait}.`,
    suggestion: `Wait ${wait} before you call ${call.tool.name} again, or continue with something else.`,
    details: { limit: limit.name, kind: 'rate', retryAfterMs },
  });
}

/** The error of a call that finds no free place. */
export function tooManyAtOnce(limit: CompiledLimit | undefined, call: CountedCall, shortage: Shortage): ToolError {
  const retryAfterMs = Math.ceil(shortage.retryAfterMs);
  if (limit === undefined) return rateLimitErrors.RATE_LIMITED({ details: { retryAfterMs } });
  return rateLimitErrors.RATE_LIMITED({
    message: `Too many calls to ${scopeText(limit, call)} are running: ${limit.concurrency} at once are allowed.`,
    suggestion: `Wait until one of the running calls has ended, and try again in ${duration(retryAfterMs)}.`,
    details: { limit: limit.name, kind: 'concurrency', retryAfterMs },
  });
}

/** The error of a call that cannot be counted. */
export function notCounted({ retryAfterMs, message }: StoreUnavailableError): ToolError {
  return rateLimitErrors.RATE_LIMIT_UNAVAILABLE({
    message: `The call cannot be counted, so it is not made: ${message}.`,
    details: { retryAfterMs },
  });
}

/** What is counted together: `bash`, `the pack shell by alice in this task`, `these tools`. */
function scopeText({ by }: CompiledLimit, { tool, principal }: CountedCall): string {
  const has = (scope: LimitScope): boolean => by.includes(scope);
  const tools = has('tool') ? tool.name : has('pack') && tool.pack !== undefined ? `the pack ${tool.pack}` : 'tools';
  const who = has('principal') && principal !== undefined ? ` by ${printable(principal.id)}` : '';
  return `${tools}${who}${has('task') ? ' in this task' : ''}`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.max(1, ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
