import { isSchemaNode } from '../../schema/schema-node.ts';
import { checkSchema } from '../rules/check-schema.ts';

/** Lists what is wrong with a definition in the `json-schema` format. */
export function checkJsonSchemaDefinition(definition: unknown): string[] {
  if (!isSchemaNode(definition)) return ['the definition is not an object'];
  const notStrings = ['name', 'description', 'version'].filter((field) => typeof definition[field] !== 'string');
  return [
    ...notStrings.map((field) => `${field} is not a string`),
    ...checkSchema(definition['parameters']).map((problem) => `parameters: ${problem}`),
    ...('output' in definition ? checkSchema(definition['output']).map((problem) => `output: ${problem}`) : []),
  ];
}
