export type Schema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON types that a schema allows; undefined if it does not say. */
export function allowedTypes(schema: Schema): ReadonlySet<string> | undefined {
  const { type } = schema;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.map(String));
  return undefined;
}

/** The only values that a schema allows, as JSON: of `enum`, of `const`, or of a union of constants. */
export function allowedValues(schema: Schema): readonly string[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [JSON.stringify(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value));
  const parts = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(parts)) return undefined;
  const values = parts.map((part) => (isSchema(part) ? allowedValues(part) : undefined));
  return values.every((each) => each !== undefined) ? values.flat() : undefined;
}

/** The properties of an object's schema by name. */
export function propertiesOf(schema: Schema): Map<string, { readonly schema: unknown; readonly isRequired: boolean }> {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required.map(String) : [];
  return new Map(
    Object.entries(isSchema(properties) ? properties : {}).map(([name, each]) => [
      name,
      { schema: each, isRequired: names.includes(name) },
    ]),
  );
}

/** The schema without what is only for readers, and without its default. */
export function withoutTexts(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !TEXTS.includes(key)));
}

const TEXTS = ['description', 'title', 'examples', 'default', '$comment', '$schema', '$id'];
