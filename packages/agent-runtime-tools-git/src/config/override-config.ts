import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import { FIXED_SETTINGS, KEPT_KEYS, REPLACEMENTS } from './kept-keys.ts';
import type { ConfigEntry } from './read-config.ts';

/** A setting that is given to git on top of all files. A key may occur several times. */
export type Setting = readonly [key: string, value: string];

export interface OverrideRules {
  /** The setting is from the user or the system, not from the repository or another file of the workspace. */
  readonly isTrusted: (entry: ConfigEntry) => boolean;
  readonly allowHooks: boolean;
  readonly allowSigning: boolean;
  /** Names of filter and merge drivers that may run as the trusted settings define them. */
  readonly allowDrivers: readonly string[];
  /** A file that needs a filter which is switched off makes the command fail, instead of being taken as it is. */
  readonly requireFilters: boolean;
}

/**
 * The settings that make git start no program which the repository chose. A setting of the repository that is not in
 * `KEPT_KEYS` gets the value of the trusted settings, or one that switches it off.
 *
 *     .git/config     filter.x.clean=./run-me    ->    filter.x.clean=
 *     .git/config     core.sshCommand=./run-me   ->    core.sshcommand=ssh -i ~/.ssh/work    (from ~/.gitconfig)
 */
export function overrideConfig(entries: readonly ConfigEntry[], rules: OverrideRules): Setting[] {
  const trusted = new Map<string, string>();
  for (const entry of entries) if (rules.isTrusted(entry)) trusted.set(entry.key, entry.value);
  const overrides = new Map<string, string>();
  const helpers: Setting[] = [];
  for (const entry of entries) {
    const { key } = entry;
    if (isCredentialHelper(key)) {
      if (rules.isTrusted(entry)) helpers.push([key, entry.value]);
      continue;
    }
    if (!isOverridden(entry, rules)) continue;
    if (!entry.isText) throw unsafe(`the setting ${key.replaceAll('\ufffd', '?')} has a name that is not UTF-8`);
    const value = isDriver(key, rules) ? undefined : trusted.get(key);
    overrides.set(key, value ?? replacementOf(key, rules));
    const filter = rules.requireFilters && isDriver(key, rules) ? filterName(key) : undefined;
    if (filter !== undefined) overrides.set(`filter.${filter}.required`, 'true');
  }
  if (overrides.size > MAX_OVERRIDES) throw unsafe(`it has ${overrides.size} settings that have to be switched off`);
  return [
    ...overrides,
    ...Object.entries(FIXED_SETTINGS),
    ...(rules.allowHooks ? [] : [NO_HOOKS]),
    ...(rules.allowSigning ? [] : [NO_SIGNING]),
    // An empty helper removes all helpers before it.
    ['credential.helper', ''] as const,
    ...helpers,
  ];
}

/** Settings for commands that read only the configuration or the place of the repository. */
export const FIRST_SETTINGS: readonly Setting[] = [
  ...Object.entries(FIXED_SETTINGS),
  ['core.hookspath', '/dev/null'],
  ['credential.helper', ''],
];

const NO_HOOKS: Setting = ['core.hookspath', '/dev/null'];
const NO_SIGNING: Setting = ['commit.gpgsign', 'false'];

/** More would not fit into the environment of a process. */
const MAX_OVERRIDES = 2000;

function isOverridden(entry: ConfigEntry, rules: OverrideRules): boolean {
  const { key } = entry;
  const isHook = key.startsWith('hook.') || key === 'core.hookspath';
  if (isHook) return !rules.allowHooks;
  if (isDriver(key, rules)) return true;
  return !rules.isTrusted(entry) && !isKept(key);
}

/** A setting of a filter or merge driver that may not run at all. Allowed ones run as the trusted settings define them. */
function isDriver(key: string, { allowDrivers }: OverrideRules): boolean {
  const { section, name, variable } = splitKey(key);
  if (name === undefined || allowDrivers.includes(name)) return false;
  return section === 'filter' || (section === 'merge' && variable === 'driver');
}

/** The filter that a setting belongs to. */
export function filterName(key: string): string | undefined {
  const { section, name } = splitKey(key);
  return section === 'filter' ? name : undefined;
}

function replacementOf(key: string, { requireFilters }: OverrideRules): string {
  const { section, name, variable } = splitKey(key);
  if (section === 'filter' && variable === 'required') return String(requireFilters);
  return REPLACEMENTS[name === undefined ? key : `${section}.*.${variable}`] ?? '';
}

function isKept(key: string): boolean {
  const { section, name, variable } = splitKey(key);
  const kept = KEPT.get(name === undefined ? section : `${section}.*`);
  return kept !== undefined && (kept.has('*') || kept.has(variable));
}

const KEPT: ReadonlyMap<string, ReadonlySet<string>> = keptVariables();

function keptVariables(): Map<string, Set<string>> {
  const kept = new Map<string, Set<string>>();
  for (const line of KEPT_KEYS) {
    const [section = '', variables = ''] = line.split(': ');
    const known = kept.get(section) ?? new Set();
    for (const variable of variables.split(' ')) known.add(variable);
    kept.set(section, known);
  }
  return kept;
}

function isCredentialHelper(key: string): boolean {
  const { section, variable } = splitKey(key);
  return section === 'credential' && variable === 'helper';
}

/** `diff.x.y.command` has the section `diff`, the name `x.y` and the variable `command`. */
export function splitKey(key: string): {
  readonly section: string;
  readonly name: string | undefined;
  readonly variable: string;
} {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  return {
    section: key.slice(0, first),
    name: first === last ? undefined : key.slice(first + 1, last),
    variable: key.slice(last + 1),
  };
}

function unsafe(reason: string): ToolFailure {
  return new ToolFailure(
    gitErrors.UNSAFE_CONFIGURATION({
      message: `The configuration of the repository cannot be switched off safely: ${reason}.`,
    }),
  );
}
