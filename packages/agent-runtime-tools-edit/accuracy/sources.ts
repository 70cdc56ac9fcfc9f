import { join } from 'node:path';
import { readHistory, type History } from './history.ts';

/** Packages of which two published versions are installed as `history-<name>-old` and `history-<name>-new`. */
export const SOURCES = [
  'chalk',
  'commander',
  'globals',
  'immer',
  'mime-db',
  'nodemailer',
  'preact',
  'semver',
  'type-fest',
  'undici',
  'ws',
] as const;

export function readSources(): History[] {
  const folder = join(import.meta.dirname, '../node_modules');
  return SOURCES.flatMap((name) =>
    readHistory(name, join(folder, `history-${name}-old`), join(folder, `history-${name}-new`)),
  );
}
