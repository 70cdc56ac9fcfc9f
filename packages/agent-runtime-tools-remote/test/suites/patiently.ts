/** For `expect.poll`: long enough for a busy machine. */
export const PATIENTLY = { timeout: 20_000, interval: 20 };
