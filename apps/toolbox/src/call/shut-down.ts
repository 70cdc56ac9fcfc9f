import type { Toolbox } from '../composition.ts';

/** Shuts everything down, and stops waiting for what does not come to an end. */
export async function shutDown(toolbox: Pick<Toolbox, 'close'>): Promise<void> {
  let giveUp: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    giveUp = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([toolbox.close(), patience]);
  clearTimeout(giveUp);
}

const PATIENCE_MS = 5_000;
