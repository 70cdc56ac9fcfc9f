import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadPolicies, type LoadOptions, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { readErrorReason } from '../command-line/read-error-reason.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Loads policies from a JSON or YAML file. The file is trusted because the person names it. Throws a UsageError. */
export async function readPolicies(
  path: string,
  { selfTest = true }: Pick<LoadOptions, 'selfTest'> = {},
): Promise<PolicySet> {
  const text = await readBounded(path);
  try {
    return loadPolicies(await parse(path, text), { source: path, selfTest });
  } catch (error) {
    // Messages about an entry already begin with the path.
    const message = messageOf(error).replace(`${path}: ${path}`, path);
    throw new UsageError(message.startsWith(path) ? message : `${path}: ${message}`, {
      next: ['The README of the approval package describes the format of policies.'],
    });
  }
}

/** Reads a regular file of limited size. Fails at once for a pipe or a device, which could block or never end. */
async function readBounded(path: string): Promise<string> {
  const unreadable = (why: string): UsageError => new UsageError(`The policies in ${path} could not be read: ${why}.`);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw unreadable(readErrorReason(error));
  });
  try {
    const found = await file.stat();
    if (found.isDirectory()) throw unreadable('it is a folder');
    if (!found.isFile()) throw unreadable('it is not a file');
    if (found.size > MAX_BYTES) throw unreadable(`it is larger than ${MAX_BYTES} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const MAX_BYTES = 4 * 1024 * 1024;

async function parse(path: string, text: string): Promise<unknown> {
  if (/\.json$/i.test(path)) return JSON.parse(text) as unknown;
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: 100 }) as unknown;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
