import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** A configuration file that is there. */
export interface FoundConfig {
  readonly file: string;
  /** The name without the folder. */
  readonly name: string;
  /** TypeScript or JavaScript, which has to be run to know what it says. */
  readonly isCode: boolean;
}

/** The configuration in a folder; undefined if there is none. Throws a UsageError if there are two. */
export async function findConfig(folder: string): Promise<FoundConfig | undefined> {
  const there = await Promise.all(NAMES.map((name) => exists(join(folder, name))));
  const [name, second] = NAMES.filter((_, index) => there[index]);
  if (name === undefined) return undefined;
  if (second !== undefined)
    throw new UsageError(`There are two configurations: ${join(folder, name)} and ${join(folder, second)}.`, {
      next: ['Remove one of them: only one can count.'],
    });
  return { file: join(folder, name), name, isCode: /\.[jt]s$/.test(name) };
}

const NAMES = [
  'toolbox.config.json',
  'toolbox.config.yaml',
  'toolbox.config.yml',
  'toolbox.config.ts',
  'toolbox.config.js',
];

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
