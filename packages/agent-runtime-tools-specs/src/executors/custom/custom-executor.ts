import { Type } from '@ku0/agent-runtime-tools-core';
import { functionResult } from '../module/function-result.ts';
import type { ToolFunction } from '../module/module-executor.ts';
import { readConfig } from '../read-config.ts';
import { SpecConfigError, type SpecExecutor } from '../spec-executor.ts';

const configSchema = Type.Object(
  { handler: Type.String({ minLength: 1, description: 'The name of one of the functions of the host' }) },
  { additionalProperties: false },
);

/** Runs functions of the host by name. For kinds with a configuration of their own, write a `SpecExecutor`. */
export function customExecutor(handlers: Readonly<Record<string, ToolFunction>>): SpecExecutor {
  return {
    kind: 'custom',
    prepare(_, written) {
      const { handler } = readConfig(configSchema, written);
      const run = Object.hasOwn(handlers, handler) ? handlers[handler] : undefined;
      if (run === undefined) throw new SpecConfigError(`There is no handler ${handler}.`);
      return { execute: (args, context) => functionResult(() => run(args, context)) };
    },
  };
}
