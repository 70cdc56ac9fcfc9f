import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadPolicies, type LoadOptions, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { readProblem } from '../command-line/read-problem.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** The policies of a JSON or YAML file that the person names, which is how they are trusted. Throws a UsageError. */
export async function readPolicies(
  path: string,
  { selfTest = true }: Pick<LoadOptions, 'selfTest'> = {},
): Promise<PolicySet> {
  const text = await readBounded(path);
  try {
    return loadPolicies(await parse(path, text), { source: path, selfTest });
  } catch (error) {
    // Messages about an entry begin with the file and its place in it.
    const told = messageOf(error).replace(`${path}: ${path}`, path);
    throw new UsageError(told.startsWith(path) ? told : `${path}: ${told}`, {
      next: ['See the README of the approval package for the form of policies.'],
    });
  }
}

/** Neither a pipe that nobody writes to nor a file without end holds this up. */
async function readBounded(path: string): Promise<string> {
  const unreadable = (why: string): UsageError => new UsageError(`The policies in ${path} could not be read: ${why}.`);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw unreadable(readProblem(error));
  });
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw unreadable('it is a folder');
    if (!found.isFile()) throw unreadable('it is not a file');
    if (found.size > MOST_BYTES) throw unreadable(`it is larger than ${MOST_BYTES} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const MOST_BYTES = 4 * 1024 * 1024;

async function parse(path: string, text: string): Promise<unknown> {
  if (/\.json$/i.test(path)) return JSON.parse(text) as unknown;
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: 100 }) as unknown;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
