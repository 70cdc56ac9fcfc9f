import { expect } from 'vitest';

/** An expectation that is met after a while, also on a busy machine. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 20 });
