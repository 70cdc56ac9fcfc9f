import { readFile } from 'node:fs/promises';
import { loadPolicies, type LoadOptions, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { readProblem } from '../command-line/read-problem.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** The policies of a JSON or YAML file that the person names, which is how they are trusted. Throws a UsageError. */
export async function readPolicies(
  path: string,
  { selfTest = true }: Pick<LoadOptions, 'selfTest'> = {},
): Promise<PolicySet> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`The policies in ${path} could not be read: ${readProblem(error)}.`);
  });
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

async function parse(path: string, text: string): Promise<unknown> {
  if (/\.json$/i.test(path)) return JSON.parse(text) as unknown;
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: 100 }) as unknown;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
