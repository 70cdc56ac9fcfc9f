import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readErrorReason } from './read-error-reason.ts';
import { UsageError } from './usage-error.ts';

/**
 * Reads a regular file of limited size. Throws a UsageError, also at once for a pipe or a device, which could block or never
 * end. `what` begins the message: "The policies in".
 */
export async function readBounded(path: string, what: string): Promise<string> {
  const unreadable = (why: string): UsageError =>
    new UsageError(`${what} ${path} could not be read: ${why}.`, {
      next: [`Check the path, which starts in ${process.cwd()} if it is relative.`],
    });
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

/** Parses JSON if the name ends in `.json`, else YAML. Throws the parser's error. */
export async function parseDocument(path: string, text: string): Promise<unknown> {
  if (/\.json$/i.test(path)) return JSON.parse(text) as unknown;
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: 100 }) as unknown;
}
