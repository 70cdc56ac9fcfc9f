import { loadPolicies, type LoadOptions, type PolicySet } from '@ku0/agent-runtime-tools-approval';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { parseDocument, readBounded } from '../command-line/read-document.ts';
import { UsageError } from '../command-line/usage-error.ts';

/** Loads policies from a JSON or YAML file. The file is trusted because the person names it. Throws a UsageError. */
export async function readPolicies(
  path: string,
  { selfTest = true }: Pick<LoadOptions, 'selfTest'> = {},
): Promise<PolicySet> {
  const text = await readBounded(path, 'The policies in');
  try {
    return loadPolicies(await parseDocument(path, text), { source: path, selfTest });
  } catch (error) {
    // Messages about an entry already begin with the path.
    const message = errorMessage(error).replace(`${path}: ${path}`, path);
    throw new UsageError(message.startsWith(path) ? message : `${path}: ${message}`, {
      next: ['The README of the approval package describes the format of policies.'],
    });
  }
}
