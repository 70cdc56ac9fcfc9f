import { Type } from '@ku0/agent-runtime-tools-core';
import type { GitSettings } from '../git-options.ts';

/** The parameter that every git tool has. */
export const repositoryParameter = Type.Optional(
  Type.String({
    description: 'A folder of the repository, relative to the workspace root. Default: the workspace root.',
    maxLength: 4096,
    examples: ['packages/api'],
  }),
);

export const pathsParameter = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 4096 }), {
    description:
      'Only these files and folders, relative to the workspace root. Names are taken literally, not as globs.',
    maxItems: 500,
    examples: [['src/index.ts']],
  }),
);

/** A commit, as a person would name it. A text that begins with `-` could be read as an option and is refused. */
export function revisionParameter(description: string) {
  return Type.String({
    description,
    minLength: 1,
    maxLength: 500,
    pattern: '^[^-\\u0000\\r\\n][^\\u0000\\r\\n]*$',
    examples: ['HEAD~1'],
  });
}

export function offsetParameter(description: string) {
  return Type.Optional(Type.Integer({ description, minimum: 0, maximum: 10_000_000, default: 0 }));
}

/** The capabilities of the tools that change the repository and need no connection. */
export function writingCapabilities({ allowHooks, allowDrivers, allowSigning }: GitSettings) {
  return {
    readsFiles: true,
    writesFiles: true,
    executesCommands: allowHooks || allowSigning || allowDrivers.length > 0,
    requiresEngine: 'git',
  };
}

/** The capabilities of the tools that only read. */
export const readingCapabilities = {
  readsFiles: true,
  idempotent: true,
  retryable: true,
  requiresEngine: 'git',
} as const;
