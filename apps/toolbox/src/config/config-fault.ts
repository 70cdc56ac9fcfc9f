import { nearestNames, printable, schemaFaults, type SchemaFault } from '@ku0/agent-runtime-tools-core';
import { UsageError } from '../command-line/usage-error.ts';
import { configSchema } from './config-schema.ts';

/** Says what is wrong with a configuration, and what to do about it. */
export function configError(file: string, why: string): UsageError {
  return new UsageError(`${file}: ${why}`, {
    next: ['Correct the file. Its settings are in toolbox.config.schema.json and the README of the toolbox.'],
  });
}

/** The first thing that does not fit the schema; undefined if everything does. */
export function configFault(value: unknown): string | undefined {
  const faults = schemaFaults(configSchema, value);
  const unknown = faults.find((fault) => isInChoice(fault) && fault.keyword === 'additionalProperties');
  const fault = unknown ?? faults.find((each) => !isInChoice(each)) ?? faults[0];
  return fault && faultText(fault);
}

/** A fault in one form of a choice says little: another form may have been meant. */
function isInChoice({ schemaPath }: SchemaFault): boolean {
  return /\/anyOf\/\d/.test(schemaPath);
}

function faultText({ instancePath, keyword, params, message = 'it is not valid', parentSchema }: SchemaFault): string {
  const place = instancePath === '' ? '' : `${printable(instancePath.slice(1).replaceAll('/', '.'))}: `;
  if (keyword !== 'additionalProperties') return `${place}${message}`;
  const name = String(params['additionalProperty']);
  const [nearest] = nearestNames(name, Object.keys(parentSchema?.['properties'] ?? {}), 1);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `${place}there is no setting ${printable(name)}.${hint}`;
}
