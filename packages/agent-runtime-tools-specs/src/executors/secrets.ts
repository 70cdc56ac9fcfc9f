import { ToolFailure, type ToolContext } from '@ku0/agent-runtime-tools-core';
import { specErrors } from '../errors.ts';
import type { ToolSpec } from '../spec/tool-spec.ts';

/** The secrets of the host by name: a table, or a function that looks one up for a call. */
export type Secrets =
  | Readonly<Record<string, string>>
  | ((
      name: string,
      call: { readonly spec: ToolSpec; readonly context: ToolContext },
    ) => SecretValue | Promise<SecretValue>);

type SecretValue = string | undefined;

/** A secret. Throws a ToolFailure if there is none, without saying what the host knows. */
export async function secretOf(
  secrets: Secrets,
  name: string,
  call: { readonly spec: ToolSpec; readonly context: ToolContext },
): Promise<string> {
  const value = typeof secrets === 'function' ? await secrets(name, call) : ownValue(secrets, name);
  if (value !== undefined && value !== '') return value;
  throw new ToolFailure(specErrors.SECRET_MISSING({ message: `The secret ${name} is not there.`, details: { name } }));
}

/** Removes secrets from text that a model may read. Very short ones are left: they would match everywhere. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= MIN_LENGTH)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '[secret]'), text);
}

const MIN_LENGTH = 6;

function ownValue(table: Readonly<Record<string, string>>, name: string): SecretValue {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
