import { typeOfSchema } from './type-of-schema.ts';
import type { WireObjectSchema, WireSchema } from './wire-schema.ts';

/**
 * Removes parameters whose names the provider does not accept. They are described in the description instead, and the object
 * accepts additional properties, so that the model can still send them.
 */
export function withoutRefusedNames(schema: WireObjectSchema, accepted: RegExp): WireObjectSchema {
  const entries = Object.entries(schema.properties ?? {});
  const refused = entries.filter(([name]) => !accepted.test(name));
  if (refused.length === 0) return schema;
  const { additionalProperties, required, ...rest } = schema;
  const object: WireObjectSchema = {
    ...rest,
    properties: Object.fromEntries(entries.filter(([name]) => accepted.test(name))),
  };
  const acceptedRequired = required?.filter((name) => accepted.test(name)) ?? [];
  if (acceptedRequired.length > 0) object.required = acceptedRequired;
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
