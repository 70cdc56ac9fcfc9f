import { snakeCase } from '../spec/spellings.ts';
import type { ToolSpec } from '../spec/tool-spec.ts';

/** The configuration of a tool in an environment. A member replaces that of the same name, in either spelling. */
export function environmentConfig(
  { implementationConfig, environments }: ToolSpec,
  environment: string | undefined,
): Readonly<Record<string, unknown>> {
  const own = environment !== undefined && Object.hasOwn(environments ?? {}, environment);
  const changes = own ? environments?.[environment] : undefined;
  if (changes === undefined) return implementationConfig;
  const replaced = new Set(Object.keys(changes).map(snakeCase));
  const kept = Object.entries(implementationConfig).filter(([name]) => !replaced.has(snakeCase(name)));
  return { ...Object.fromEntries(kept), ...changes };
}
