/**
 * Replaces `${NAME}` and `${NAME:-default}` in all texts of a value. Throws for a name without value, so that a server is never
 * started with half of its configuration:
 *
 *   { headers: { authorization: 'Bearer ${TOKEN}' } }   { headers: { authorization: 'Bearer abc' } }
 */
export function expandVariables(value: unknown, variables: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
      const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (known === undefined && fallback === undefined) throw new TypeError(`it uses \${${name}}, which has no value`);
      return known ?? fallback ?? '';
    });
  if (Array.isArray(value)) return value.map((item: unknown) => expandVariables(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expandVariables(child, variables)]));
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
