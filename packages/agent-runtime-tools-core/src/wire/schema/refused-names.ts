import { typeOfSchema } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema } from './wire-schema.ts';

/**
 * Parameters for a provider that refuses a request with certain parameter names in it: those parameters are told
 * to the model in the description, and the object is left open for them.
 */
export function withoutRefusedNames(schema: WireObjectSchema, accepted: RegExp): WireObjectSchema {
  const known = Object.entries(schema.properties ?? {});
  const refused = known.filter(([name]) => !accepted.test(name));
  if (refused.length === 0) return schema;
  const { additionalProperties, required, ...rest } = schema;
  const object: WireObjectSchema = {
    ...rest,
    properties: Object.fromEntries(known.filter(([name]) => accepted.test(name))),
  };
  const demanded = required?.filter((name) => accepted.test(name)) ?? [];
  if (demanded.length > 0) object.required = demanded;
  if (additionalProperties !== undefined && additionalProperties !== false) {
    object.additionalProperties = additionalProperties;
  }
  const notes = refused.map(([name, property]) => noteOn(name, property, required?.includes(name) ?? false));
  object.description = [schema.description, `Further parameters: ${notes.join('; ')}.`].filter(Boolean).join(' ');
  return object;
}

function noteOn(name: string, property: WireSchema, isRequired: boolean): string {
  const facts = [typeOfSchema(property), isRequired ? 'required' : undefined].filter(Boolean).join(', ');
  const about = property.description === undefined ? '' : `: ${property.description.replace(/\.$/, '')}`;
  return `${JSON.stringify(name)}${facts === '' ? '' : ` (${facts})`}${about}`;
}
