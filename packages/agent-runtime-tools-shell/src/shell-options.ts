import type { ToolLimits } from '@ku0/agent-runtime-tools-core';

/** The options of `shellPack`, for all commands. */
export interface ShellOptions {
  /** The default and the longest timeout of foreground commands, in seconds. Default 120 and 600. */
  readonly timeout?: { readonly default?: number; readonly max?: number };
  /** What happens when the time of a foreground command is up. Default 'kill'. */
  readonly onTimeout?: 'kill' | 'background';
  /** Variables of every command. The host sets them, so sensitive names are allowed. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of inherited variables; `LC_*` matches all names that begin so. Default: a list without secrets. */
  readonly inheritEnv?: readonly string[];
  /** Sensitive variables that calls may set, such as PATH or NODE_OPTIONS. Default: none. */
  readonly allowEnv?: readonly string[];
  /** The path of the shell. Default: bash in its usual places, else sh. */
  readonly shell?: string;
  /** The profile of `services.confinement` in which every command runs. Without the service, no command runs. */
  readonly sandbox?: string;
  /** The most characters of one result, both streams together. Default 24,000. */
  readonly maxOutputChars?: number;
}

/** The options with all defaults. */
export interface ShellSettings extends ShellOptions {
  readonly timeout: { readonly default: number; readonly max: number };
  readonly onTimeout: 'kill' | 'background';
  readonly env: Readonly<Record<string, string>>;
  readonly allowEnv: readonly string[];
  readonly maxOutputChars: number;
}

export function shellSettings(options: ShellOptions): ShellSettings {
  const { onTimeout = 'kill', maxOutputChars = 24_000 } = options;
  if (onTimeout !== 'kill' && onTimeout !== 'background')
    throw new TypeError(`shellPack: onTimeout is 'kill' or 'background', not ${JSON.stringify(onTimeout)}.`);
  if (!Number.isSafeInteger(maxOutputChars) || maxOutputChars < 1)
    throw new RangeError(`shellPack: maxOutputChars is ${maxOutputChars}; give a whole number above 0.`);
  const max = positive(options.timeout?.max ?? 600, 'timeout.max');
  return {
    env: {},
    allowEnv: [],
    ...options,
    onTimeout,
    maxOutputChars,
    timeout: { max, default: Math.min(positive(options.timeout?.default ?? 120, 'timeout.default'), max) },
  };
}

/** The limit of the call is above that of the command, so the command is ended first and its output is kept. */
export function foregroundLimits({ timeout: { max } }: ShellSettings): ToolLimits {
  return { timeoutMs: max * 1000 + 60_000, graceMs: 2000 };
}

function positive(seconds: number, name: string): number {
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_SECONDS) return seconds;
  throw new RangeError(`shellPack: ${name} is ${seconds}; give seconds above 0 and up to ${MAX_SECONDS}.`);
}

/** One day. */
const MAX_SECONDS = 86_400;
