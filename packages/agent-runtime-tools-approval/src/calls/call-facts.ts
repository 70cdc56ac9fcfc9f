import { analyzeArgv, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import type { ToolCapabilities, ToolMode } from '@ku0/agent-runtime-tools-core';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { argumentContents } from './argument-contents.ts';
import { argumentPaths } from './argument-paths.ts';
import { environmentConcerns } from './call-environment.ts';
import type { DerivedFacts } from './derived-facts.ts';
import { KnownCommands } from './known-commands.ts';
import { knownTool, type KnownTool, type RuleFamily } from './known-tools.ts';
import { inHome, pathFact, type PathFact, type PathFactOf } from './path-fact.ts';

/** What is known about a tool before any call. */
export interface ToolProfile {
  readonly tool: string;
  readonly known: KnownTool | undefined;
  /** Every name that a pattern may mean it by. */
  readonly names: readonly string[];
  readonly family: RuleFamily | undefined;
  readonly capabilities: ToolCapabilities;
  /** As given, to recognise the definition again. */
  readonly declared: ToolCapabilities | undefined;
  readonly aliases: readonly string[];
  /** Neither its name nor its definition says what it does. */
  readonly unknown: boolean;
  readonly server: { readonly name: string; readonly tool: string } | undefined;
}

/** What a call is about, as far as its arguments say. Policies and rules decide on these facts. */
export interface CallFacts {
  readonly profile: ToolProfile;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the call runs. */
  readonly cwd: string;
  /** Where the host is: what a call names does not move it. */
  readonly hostCwd: string;
  readonly home: string | undefined;
  readonly mode: ToolMode;
  readonly command: CommandAnalysis | undefined;
  /** The command's words, where it is started without a shell. */
  readonly argv: readonly string[] | undefined;
  /** Why what the call gives its command besides its words needs a person. */
  readonly environmentConcerns: readonly string[];
  readonly paths: readonly PathFact[];
  /** False when the call reaches files that its arguments do not name. */
  readonly pathsComplete: boolean;
  /** Why the arguments cannot be read, so that no rule can consent to them. */
  readonly unreadable: string | undefined;
  readonly contents: readonly string[];
  /** Of the contents, in bytes. */
  readonly size: number | undefined;
  readonly urls: readonly string[];
  /** The server that a call for an MCP tool names in its arguments, or its name does. */
  readonly server: { readonly name: string; readonly tool: string } | undefined;
  /** Filled as it is asked for. */
  readonly derived: DerivedFacts;
}

export interface CallPlace {
  readonly cwd: string;
  readonly home?: string | undefined;
  readonly mode?: ToolMode | undefined;
  /** What was found out about commands before. */
  readonly commands?: KnownCommands;
}

export function profileOf(
  tool: string,
  declared?: ToolCapabilities,
  aliases: readonly string[] = NO_ALIASES,
): ToolProfile {
  const known = knownTool(tool);
  const server = serverOf(tool);
  const capabilities = merged(known?.capabilities, declared);
  return {
    tool,
    known,
    names: [...new Set([tool, ...(known?.names ?? []), ...aliases])],
    family: known?.family ?? familyBy(capabilities, server !== undefined),
    capabilities,
    declared,
    aliases,
    unknown: known === undefined && (declared === undefined || server !== undefined),
    server,
  };
}

/** Whether a tool touches anything outside of itself: what it does then has to be judged. */
export function changesOrReaches({ capabilities, unknown }: ToolProfile): boolean {
  return (
    unknown ||
    capabilities.readsFiles ||
    capabilities.writesFiles ||
    capabilities.executesCommands ||
    capabilities.accessesNetwork ||
    capabilities.destructive
  );
}

/** Whether a tool is known to look at files and to do nothing else. */
export function onlyReads(profile: ToolProfile): boolean {
  const { capabilities } = profile;
  return (
    !profile.unknown &&
    !capabilities.writesFiles &&
    !capabilities.executesCommands &&
    !capabilities.accessesNetwork &&
    !capabilities.destructive
  );
}

/** Reads the arguments of a call. Looks at no file, unless whoever makes the facts about paths does. */
export function describeCall(
  profile: ToolProfile,
  given: unknown,
  place: CallPlace,
  factOf: PathFactOf = pathFact,
): CallFacts {
  const params = isRecord(given) ? given : {};
  const { capabilities, family } = profile;
  const touchesFiles = capabilities.readsFiles || capabilities.writesFiles || profile.unknown;
  const isKnown = profile.known !== undefined && !profile.known.name.includes('mcp');
  const found = argumentPaths(profile.known?.name ?? profile.tool, params, accessOf(profile), { isKnown });
  const cwd = found.folder === undefined ? place.cwd : resolve(place.cwd, found.folder);
  const { command, argv } = commandOf(profile, params, cwd, place);
  const paths: PathFact[] = [];
  if (found.folder !== undefined) paths.push(factOf({ path: found.folder, access: 'read' }, place.cwd, 'folder'));
  if (command !== undefined) addCommandPaths(command, paths, factOf);
  else if (touchesFiles && family !== 'Bash') {
    for (const use of found.uses) {
      paths.push(factOf(use, cwd, 'argument'));
      // Some tools take it for the home folder: what restricts that place counts.
      if (inHome(use.path))
        paths.push(factOf({ ...use, path: atHome(use.path, place.home), possible: true }, cwd, 'argument'));
    }
  }
  const contents = argumentContents(params);
  return {
    profile,
    params,
    cwd,
    hostCwd: place.cwd,
    home: place.home,
    mode: place.mode ?? 'act',
    command,
    argv,
    environmentConcerns: environmentConcerns(params, command),
    paths,
    pathsComplete: found.complete,
    unreadable: unreadable(profile, given, found, command),
    contents,
    size: contents.length === 0 ? undefined : contents.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    urls: urlsOf(params),
    server: profile.server ?? namedServer(profile, params),
    derived: {},
  };
}

function unreadable(
  { tool, known }: ToolProfile,
  given: unknown,
  { strange }: { readonly strange: string | undefined },
  command: CommandAnalysis | undefined,
): string | undefined {
  if (!isRecord(given)) return `the arguments of ${tool} are no object`;
  if (known?.family === 'Bash' && command === undefined) return `${tool} names no command`;
  return strange === undefined ? undefined : `${strange} is not a path`;
}

function merged(a: ToolCapabilities | undefined, b: ToolCapabilities | undefined): ToolCapabilities {
  if (a === undefined || b === undefined) return a ?? b ?? ANYTHING;
  return {
    ...b,
    readsFiles: a.readsFiles || b.readsFiles,
    writesFiles: a.writesFiles || b.writesFiles,
    executesCommands: a.executesCommands || b.executesCommands,
    accessesNetwork: a.accessesNetwork || b.accessesNetwork,
    destructive: a.destructive || b.destructive,
  };
}

const NO_ALIASES: readonly string[] = [];

/** A tool that nobody describes may do anything. */
const ANYTHING: ToolCapabilities = {
  readsFiles: true,
  writesFiles: true,
  executesCommands: true,
  accessesNetwork: true,
  destructive: true,
  idempotent: false,
  retryable: false,
};

function familyBy(capabilities: ToolCapabilities, isServed: boolean): RuleFamily | undefined {
  if (isServed || capabilities === ANYTHING) return undefined;
  if (capabilities.executesCommands) return 'Bash';
  if (capabilities.writesFiles) return capabilities.destructive ? 'Delete' : 'Edit';
  if (capabilities.readsFiles) return 'Read';
  return capabilities.accessesNetwork ? 'WebFetch' : undefined;
}

/** `mcp__server__tool`, `server__tool` and `mcp:server/tool`. */
function serverOf(tool: string): { name: string; tool: string } | undefined {
  const found = /^(?:mcp__)?(.+?)__(.+)$/.exec(tool) ?? /^mcp:([^/]+)\/(.+)$/.exec(tool);
  return found === null ? undefined : { name: found[1] ?? '', tool: found[2] ?? '' };
}

function namedServer(profile: ToolProfile, params: Readonly<Record<string, unknown>>): CallFacts['server'] {
  if (profile.known?.name.includes('mcp') !== true) return undefined;
  const name = params['server_name'] ?? params['serverName'] ?? params['server'];
  if (typeof name !== 'string') return undefined;
  const tool = params['tool_name'] ?? params['toolName'] ?? params['tool'] ?? params['name'];
  return { name, tool: typeof tool === 'string' ? tool : '' };
}

function accessOf({ capabilities, known, family, unknown }: ToolProfile): 'read' | 'write' | 'delete' {
  if (family === 'Delete' && known !== undefined) return 'delete';
  return capabilities.writesFiles || unknown ? 'write' : 'read';
}

function commandOf(
  { family, known }: ToolProfile,
  params: Readonly<Record<string, unknown>>,
  cwd: string,
  { home, commands = new KnownCommands() }: CallPlace,
): { command: CommandAnalysis | undefined; argv: readonly string[] | undefined } {
  if (family !== 'Bash') return NO_COMMAND;
  const given = params['command'] ?? params['cmd'] ?? (known === undefined ? undefined : params['script']);
  const options = home === undefined ? { cwd } : { cwd, home };
  if (isTexts(given) && given.length > 0) return { command: analyzeArgv(given, options), argv: given };
  if (typeof given !== 'string') return NO_COMMAND;
  const args = params['args'];
  // With `args`, the program is started directly: every word is what it is. An empty list may mean either.
  if (Array.isArray(args) && args.length > 0) {
    const argv = [given, ...args.map(String)];
    return { command: analyzeArgv(argv, options), argv };
  }
  return { command: commands.analyze(given, cwd, home), argv: undefined };
}

const NO_COMMAND = { command: undefined, argv: undefined };

function addCommandPaths(command: CommandAnalysis, paths: PathFact[], factOf: PathFactOf): void {
  for (const part of command.parts) {
    for (const use of part.paths) {
      for (const folder of part.cwds ?? [command.cwd]) {
        paths.push(factOf({ path: use.pattern ?? use.path, access: use.access }, folder, 'command'));
      }
    }
  }
}

function atHome(path: string, home = homedir()): string {
  return home + path.slice(1);
}

function urlsOf(params: Readonly<Record<string, unknown>>): string[] {
  const urls: string[] = [];
  for (const name of ['url', 'uri', 'href', 'endpoint', 'urls']) {
    const value = params[name];
    if (typeof value === 'string') urls.push(value);
    else if (isTexts(value)) urls.push(...value);
  }
  return urls;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
