import { isObject, membersOf, type Members } from '../../members.ts';

/** What is wrong with an operation, or with a whole document. */
export class OpenApiError extends Error {
  override readonly name = 'OpenApiError';
}

/** An OpenAPI document, whose parts may refer to each other. */
export class OpenApiDocument {
  readonly root: Members;

  constructor(root: Members) {
    this.root = root;
  }

  /** An object of the document. A reference is followed; `undefined` has no members. Throws an OpenApiError. */
  object(value: unknown): Members {
    let found = value;
    for (let steps = 0; isObject(found) && typeof found['$ref'] === 'string'; steps++) {
      if (steps >= MAX_STEPS) throw new OpenApiError(`the reference ${found['$ref']} leads in a circle`);
      found = this.at(found['$ref']);
    }
    return membersOf(found);
  }

  /** The value that a reference of this document names. */
  at(reference: string): unknown {
    if (!reference.startsWith('#/')) throw new OpenApiError(`the reference ${reference} leads out of the document`);
    let found: unknown = this.root;
    for (const part of decodeURIComponent(reference.slice(2)).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key))
        throw new OpenApiError(`the reference ${reference} leads to nothing`);
      found = Reflect.get(found, key);
    }
    return found;
  }

  /**
   * A schema that stands for itself: the schemas that it refers to are in its `$defs`.
   *
   *   { $ref: '#/components/schemas/Pet' }     { $ref: '#/$defs/Pet', $defs: { Pet: { ... } } }
   */
  schemas(schemas: Readonly<Record<string, unknown>>): { readonly schemas: Members; readonly definitions: Members } {
    const definitions: Record<string, unknown> = {};
    const names = new Map<string, string>();
    const copy = (value: unknown, depth: number): unknown => {
      if (depth > MAX_DEPTH) throw new OpenApiError('a schema is nested too deeply');
      if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1));
      if (!isObject(value)) return value;
      const entries = Object.entries(value).map(([key, member]) =>
        key === '$ref' && typeof member === 'string' ? [key, moved(member)] : [key, copy(member, depth + 1)],
      );
      return Object.fromEntries(entries) as Members;
    };
    const moved = (reference: string): string => {
      const known = names.get(reference);
      if (known !== undefined) return `#/$defs/${known}`;
      const last = (reference.split('/').at(-1) ?? 'schema').replaceAll(/[^\w-]/g, '_');
      const name = Object.hasOwn(definitions, last) ? `${last}_${names.size}` : last;
      names.set(reference, name);
      definitions[name] = {};
      definitions[name] = copy(this.at(reference), 0);
      return `#/$defs/${name}`;
    };
    const copied = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, copy(schema, 0)]));
    return { schemas: copied, definitions };
  }
}

const MAX_STEPS = 16;
const MAX_DEPTH = 64;
