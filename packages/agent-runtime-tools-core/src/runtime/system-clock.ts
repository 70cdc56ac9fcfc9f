import type { Clock } from '../contracts/tool-context.ts';

// Read once: the global is a getter, and the clock is read twice per call.
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

/** `setTimeout` fires at once for longer delays. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
