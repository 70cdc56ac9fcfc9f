import type { CommandOptions } from '../command-line/command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import type { ApprovalMode } from '@ku0/agent-runtime-tools-approval';
import { workspaceForTools } from './workspace-for-tools.ts';

/** How to handle calls that need approval and that no rule decides: ask a person, allow all, or deny all. */
export type ApproveMode = 'ask' | 'all' | 'none';

/** The approval's word for each. */
export const APPROVAL_MODES: Readonly<Record<ApproveMode, ApprovalMode>> = {
  ask: 'default',
  all: 'bypass',
  none: 'dont-ask',
};

export interface CallOptions {
  /** The absolute path of an existing folder. */
  readonly workspace: string;
  readonly approve: ApproveMode;
  readonly allowReads: boolean;
  readonly timeoutMs: number | undefined;
  readonly policyFile: string | undefined;
  readonly hooksFile: string | undefined;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** Everything that was given, for the configuration. */
  readonly given: CommandOptions;
}

/** Reads the options of `call` and adds the defaults. Throws a UsageError for an invalid value. */
export function callOptions(options: CommandOptions): CallOptions {
  return {
    workspace: workspaceForTools(options['workspace']),
    approve: approveMode(options['approve']),
    allowReads: options['allow-reads'] === true,
    timeoutMs: milliseconds(options['timeout']),
    policyFile: textOf(options['policy']),
    hooksFile: textOf(options['hooks']),
    dryRun: options['dry-run'] === true,
    json: options['json'] === true,
    given: options,
  };
}

function textOf(given: string | true | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

function approveMode(given: string | true | undefined): ApproveMode {
  return given === 'all' || given === 'none' ? given : 'ask';
}

function milliseconds(given: string | true | undefined): number | undefined {
  if (given === undefined) return undefined;
  const ms = Number(given);
  if (Number.isSafeInteger(ms) && ms > 0) return ms;
  throw new UsageError(`--timeout needs a number of milliseconds above 0, not "${String(given)}".`, {
    next: ['For ten seconds: --timeout 10000'],
  });
}
