import { resolve } from 'node:path';
import { coreErrors, fail, ok, Type, type ToolContext, type ToolResult } from '@ku0/agent-runtime-tools-core';
import { specErrors } from '../../errors.ts';
import { readConfig } from '../read-config.ts';
import type { SpecExecutor } from '../spec-executor.ts';
import { PythonPool, type PythonPoolOptions } from './python-pool.ts';
import type { PythonOutcome } from './python-worker.ts';

export type PythonExecutorOptions = PythonPoolOptions;

const name = '[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*';
const configSchema = Type.Object(
  {
    module: Type.String({ pattern: `^${name}$`, description: 'A module in a folder of the executor' }),
    functionName: Type.String({
      pattern: `^${name}$`,
      description: 'A function, or Class.method. It gets the arguments by name',
    }),
  },
  { additionalProperties: false },
);

/** Runs functions of Python modules, synchronous and asynchronous ones, in processes that stay. */
export function pythonExecutor(options: PythonExecutorOptions): SpecExecutor {
  const folders = options.folders.map((folder) => resolve(folder));
  let pool: PythonPool | undefined;
  return {
    kind: 'python',
    prepare(_, written) {
      const { module, functionName } = readConfig(configSchema, written);
      return {
        async execute(args, context) {
          pool ??= new PythonPool({ ...options, folders });
          const outcome = await pool.call({ module, function: functionName, args, cwd: context.cwd }, context);
          return resultOf(outcome, context);
        },
      };
    },
    async shutdown() {
      const stopped = pool;
      pool = undefined;
      await stopped?.shutdown();
    },
  };
}

function resultOf(outcome: PythonOutcome, context: ToolContext): ToolResult {
  const { stdout } = outcome;
  if (stdout !== '') context.emitOutput(stdout);
  if (outcome.ok) return ok(outcome.value);
  const { kind, message, traceback } = outcome;
  const details = { ...(traceback !== undefined && { traceback }), ...(stdout !== '' && { stdout }) };
  switch (kind) {
    case 'interrupted':
      return fail(coreErrors.CANCELLED());
    case 'refused':
      return fail(specErrors.SPEC_UNUSABLE({ message: `The tool cannot be used: ${message}.` }));
    case 'result':
      return fail(specErrors.RESULT_INVALID({ message: `The function gave no JSON: ${message}.`, details }));
    default:
      return fail(specErrors.FUNCTION_FAILED({ message, details }));
  }
}
