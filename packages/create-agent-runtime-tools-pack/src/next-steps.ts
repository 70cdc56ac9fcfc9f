import { relative } from 'node:path';
import type { CreatedPack } from './create-pack.ts';

/** What to tell the person who has created a pack. */
export function nextSteps({ name, folder, tool }: CreatedPack): string[] {
  return [
    `Created ${name} with the tool ${tool}.`,
    '',
    `  cd ${relative('.', folder)}`,
    '  npm install',
    '  npm test',
    '  npm run release   # builds, tests and publishes it',
  ];
}
