import type { ToolLimits } from '@ku0/agent-runtime-tools-core';

/** What a host may set for all commands. */
export interface ShellOptions {
  /** Of foreground commands, in seconds: where a call names none, and at most. Default 120 and 600. */
  readonly timeout?: { readonly default?: number; readonly max?: number };
  /** What happens to a foreground command whose time is up. Default 'kill'. */
  readonly onTimeout?: 'kill' | 'background';
  /** Variables that every command gets. Nobody but the host can set them, so any name goes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names passed on from this process; default: what programs need and no secrets. `LC_*` style endings allowed. */
  readonly inheritEnv?: readonly string[];
  /** Variables that a call may set although they change what a command means, such as PATH or NODE_OPTIONS. */
  readonly allowEnv?: readonly string[];
  /** The path of the shell. Default: bash, where it is usually found, else sh. */
  readonly shell?: string;
  /** The profile of `services.confinement` that every command runs in. Without the service, no command runs. */
  readonly sandbox?: string;
  /** Of one result, standard output and error together. Default 24,000. */
  readonly maxOutputChars?: number;
}

/** The options with every default filled in. */
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

/** A call's own limit lies above that of its command, which ends in good order and with its output. */
export function foregroundLimits({ timeout: { max } }: ShellSettings): ToolLimits {
  return { timeoutMs: max * 1000 + 60_000, graceMs: 2000 };
}

function positive(seconds: number, name: string): number {
  if (Number.isFinite(seconds) && seconds > 0 && seconds <= MOST_SECONDS) return seconds;
  throw new RangeError(`shellPack: ${name} is ${seconds}; give seconds above 0 and up to ${MOST_SECONDS}.`);
}

/** A day: longer than anybody waits, shorter than a timer can count. */
const MOST_SECONDS = 86_400;
