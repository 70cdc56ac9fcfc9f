import { leakedResources } from './leaked-resources.ts';
import { unhandledRejections } from './unhandled-rejections.ts';

/** Lists the resources that some work leaks, and its unhandled rejections. */
export async function leakProblems(work: () => Promise<void>, withinMs: number): Promise<string[]> {
  let leaked: string[] = [];
  const rejections = await unhandledRejections(async () => {
    leaked = await leakedResources(work, withinMs);
  });
  return [
    ...leaked.map((resource) => `left behind: ${resource}`),
    ...rejections.map((reason) => `caused an unhandled rejection: ${String(reason)}`),
  ];
}
