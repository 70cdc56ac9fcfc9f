import { Type, type TSchema } from '@ku0/agent-runtime-tools-core';
import { isObject, membersOf, type Members } from '../members.ts';

/**
 * Lets every declared member be written in snake_case too. One of the two spellings of a required member must be there:
 *
 *   { properties: { toolType }, required: ['toolType'] }
 *   { properties: { toolType, tool_type }, allOf: [{ anyOf: [{ required: ['toolType'] }, { required: ['tool_type'] }] }] }
 */
export function withBothSpellings(schema: TSchema): TSchema {
  return Type.Unsafe(spellBoth(membersOf(JSON.parse(JSON.stringify(schema)))));
}

/**
 * Renames declared members to camelCase, at every depth that the schema declares. Members that it does not declare (headers,
 * variables, schemas) stay as they are. Throws a SyntaxError if both spellings of a member are there.
 */
export function inCamelCase(schema: TSchema, value: unknown): unknown {
  return rename(membersOf(schema), value);
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function spellBoth(node: Members): Members {
  const copy: Record<string, unknown> = { ...node };
  if (isObject(node['items'])) copy['items'] = spellBoth(node['items']);
  if (!isObject(node['properties'])) return copy;
  const properties: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(node['properties'])) {
    const both = isObject(property) ? spellBoth(property) : property;
    properties[name] = both;
    properties[snakeCase(name)] = both;
  }
  copy['properties'] = properties;
  const required = Array.isArray(node['required']) ? node['required'].map(String) : [];
  const inOneWay = required.filter((name) => snakeCase(name) === name);
  const inTwoWays = required.filter((name) => snakeCase(name) !== name);
  if (inTwoWays.length > 0) {
    copy['required'] = inOneWay;
    copy['allOf'] = inTwoWays.map((name) => ({ anyOf: [{ required: [name] }, { required: [snakeCase(name)] }] }));
  }
  return copy;
}

function rename(schema: Members, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item: unknown) => rename(items, item)) : value;
  }
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return value;
  const declared = new Map(Object.keys(properties).map((name) => [snakeCase(name), name]));
  const renamed: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = declared.get(key) ?? key;
    if (Object.hasOwn(renamed, name)) throw new SyntaxError(`has both ${snakeCase(name)} and ${name}`);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    renamed[name] = isObject(property) ? rename(property, member) : member;
  }
  return renamed;
}
