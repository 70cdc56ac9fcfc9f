import type { Clock } from '../contracts/tool-context.ts';

// Taken once: the global is a getter, and this is asked twice per call.
const { performance } = globalThis;
const origin = performance.timeOrigin;

/** Wall-clock milliseconds that never run backwards, and real timers. */
export const systemClock: Clock = Object.freeze({
  now: () => origin + performance.now(),
  schedule(task: () => void, ms: number) {
    const timer = setTimeout(task, Math.min(Math.max(0, ms), MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
});

/** Above this, a timer fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
