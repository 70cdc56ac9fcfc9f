import { realPath } from './file-system.ts';
import { firstBelow } from './first-below.ts';

/** A symbolic link below `folder` that leads outside; or the folder itself when there is too much to look at. */
export function escapingLink(folder: string, isWithin: (path: string) => boolean): string | undefined {
  return firstBelow(folder, (path, isLink) => {
    if (!isLink) return false;
    const target = realPath('/', path);
    return target === undefined || !isWithin(target);
  });
}
