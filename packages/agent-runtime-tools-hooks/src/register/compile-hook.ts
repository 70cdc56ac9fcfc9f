import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { checkVariables } from '@ku0/agent-runtime-tools-processes';
import type { HookConfig } from '../config/hook-config.ts';
import { nativeDialect } from '../dialects/native-dialect.ts';
import { commandTransport } from '../run/command-transport.ts';
import { functionTransport } from '../run/function-transport.ts';
import { httpTransport, type HttpTransportOptions } from '../run/http-transport.ts';
import type { Transport } from '../run/transport.ts';
import type { Hook } from './hook.ts';
import { compileToolPatterns } from './tool-patterns.ts';

/** Compiles a configured hook. Throws a TypeError that names the hook and its mistake. */
export function compileHook(config: HookConfig, source = HOST): Hook {
  const fault = faultOf(config);
  const label = typeof config?.name === 'string' ? `Hook "${config.name}"` : 'A hook';
  if (fault !== undefined) throw new TypeError(`${label}: ${fault}`);
  const { name, type, isCancellable = true, timeoutMs = DEFAULT_TIMEOUT_MS } = config;
  const onFailure = config.onFailure ?? (type === 'PreToolUse' && isCancellable ? 'block' : 'continue');
  try {
    return {
      name,
      type,
      source,
      timeoutMs,
      isCancellable,
      failsClosed: onFailure === 'block',
      parallel: config.parallel ?? false,
      successOnly: false,
      transport: transportOf(config, {
        anyVariables: source === HOST,
        privateAddress: source === HOST ? 'named' : 'loopback',
      }),
      dialect: nativeDialect,
      match: compileToolPatterns(config.toolPatterns),
    };
  } catch (error) {
    throw new TypeError(`${label}: ${errorMessage(error)}`, { cause: error });
  }
}

/** The source of hooks that the host configures in code. */
const HOST = 'configuration';
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const TYPES: readonly unknown[] = ['PreToolUse', 'PostToolUse', 'OnError'];

/** The first mistake in a configuration, which may come from plain JavaScript or from a file. */
function faultOf(config: HookConfig): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...config };
  const { name, type, toolPatterns: patterns, timeoutMs, isCancellable, onFailure, parallel } = given;
  if (typeof name !== 'string' || name === '') return 'needs a name.';
  if (!TYPES.includes(type)) return 'needs a type: PreToolUse, PostToolUse or OnError.';
  if (!Array.isArray(patterns) || patterns.length === 0) return 'needs toolPatterns, such as ["*"] or ["write_*"].';
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS))
    return 'needs a timeoutMs above 0.';
  if (isCancellable !== undefined && typeof isCancellable !== 'boolean') return 'isCancellable is true or false.';
  if (parallel !== undefined && typeof parallel !== 'boolean') return 'parallel is true or false.';
  if (onFailure !== undefined && onFailure !== 'block' && onFailure !== 'continue')
    return 'onFailure is "block" or "continue".';
  if (onFailure === 'block' && isCancellable === false) return 'cannot block on failure and not be cancellable.';
  return sourceFault(given);
}

function sourceFault({ command, args, env, run, url, headers }: Readonly<Record<string, unknown>>): string | undefined {
  if ([command, run, url].filter((source) => source !== undefined).length !== 1)
    return 'needs one of command, run and url.';
  if (command !== undefined && (typeof command !== 'string' || command.trim() === ''))
    return 'its command is empty or not a string.';
  if (args !== undefined && !isTexts(args)) return 'its args are not a list of strings.';
  if (run !== undefined && typeof run !== 'function') return 'its run is not a function.';
  for (const [what, map] of Object.entries({ env, headers })) {
    if (map !== undefined && !(typeof map === 'object' && map !== null && isTexts(Object.values(map))))
      return `its ${what} must be strings by name.`;
  }
  return undefined;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function transportOf(
  config: HookConfig,
  { anyVariables, privateAddress }: { readonly anyVariables: boolean } & Pick<HttpTransportOptions, 'privateAddress'>,
): Transport {
  if (config.run !== undefined) return functionTransport(config.run);
  if (config.url !== undefined) return httpTransport(config.url, { headers: config.headers ?? {}, privateAddress });
  const { command, args, env = {} } = config;
  const refused = anyVariables ? undefined : checkVariables(env);
  if (refused !== undefined) throw new TypeError(`its env is refused: ${refused.message}`);
  return commandTransport(command, { env, anyVariables, ...(args !== undefined && { args }) });
}
