import { leftRunning } from './left-running.ts';
import { unhandledRejections } from './unhandled-rejections.ts';

/** What some work leaves behind it, in words. */
export async function leakProblems(work: () => Promise<void>, withinMs: number): Promise<string[]> {
  let left: string[] = [];
  const rejections = await unhandledRejections(async () => {
    left = await leftRunning(work, withinMs);
  });
  return [
    ...left.map((resource) => `left behind: ${resource}`),
    ...rejections.map((reason) => `left a promise that was rejected with nobody to hear it: ${String(reason)}`),
  ];
}
