import type { CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import type { ToolCapabilities, ToolMode, ToolSelector } from '@ku0/agent-runtime-tools-core';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { argumentContents } from './arguments/argument-contents.ts';
import { argumentPaths, type ArgumentPathOptions } from './arguments/argument-paths.ts';
import { argumentUrls } from './arguments/argument-urls.ts';
import { callCommand } from './commands/call-command.ts';
import { environmentConcerns } from './commands/environment-concerns.ts';
import { serverFromArguments, serverFromToolName, type McpServerCall } from './arguments/mcp-server.ts';
import type { DerivedFacts } from './derived-facts.ts';
import type { CommandAnalysisCache } from './commands/command-analysis-cache.ts';
import { knownTool, type KnownTool, type RuleFamily } from './known-tools.ts';
import { startsWithTilde, pathFact, type PathFact, type PathFactOf } from './paths/path-fact.ts';

/** What is known about a tool before any call. */
export interface ToolProfile {
  readonly tool: string;
  readonly known: KnownTool | undefined;
  /** Every name that a pattern may mean it by, and selectors such as `pack:files`. */
  readonly names: readonly string[];
  readonly family: RuleFamily | undefined;
  readonly capabilities: ToolCapabilities;
  /** As given, to recognise the definition again. */
  readonly declared: ToolCapabilities | undefined;
  readonly aliases: readonly string[];
  /** Neither its name nor its definition says what it does. */
  readonly unknown: boolean;
  readonly server: McpServerCall | undefined;
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
  readonly server: McpServerCall | undefined;
  /** Filled as it is asked for. */
  readonly derived: DerivedFacts;
}

export interface CallPlace {
  readonly cwd: string;
  /** Where relative paths start for tools that use the workspace, where that is another folder. */
  readonly relativeBase?: string | undefined;
  readonly home?: string | undefined;
  readonly mode?: ToolMode | undefined;
  /** What was found out about commands before. */
  readonly commands?: CommandAnalysisCache;
}

export function profileOf(
  tool: string,
  declared?: ToolCapabilities,
  aliases: readonly string[] = NO_ALIASES,
  selectors: readonly ToolSelector[] = [],
): ToolProfile {
  const known = knownTool(tool);
  const server = serverFromToolName(tool);
  const capabilities = merged(known?.capabilities, declared);
  return {
    tool,
    known,
    names: [...new Set([tool, ...(known?.names ?? []), ...aliases, ...selectors])],
    family: known?.family ?? familyBy(capabilities, server !== undefined),
    capabilities,
    declared,
    aliases,
    unknown: known === undefined && (declared === undefined || server !== undefined),
    server,
  };
}

/** Whether a tool touches anything outside of itself: what it does then has to be judged. */
export function touchesSystem({ capabilities, unknown }: ToolProfile): boolean {
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
  const said = readable(profile, params);
  const { capabilities, known } = profile;
  const touchesFiles = capabilities.readsFiles || capabilities.writesFiles || profile.unknown;
  const parameters = parametersOf(profile);
  const isByName = parameters === 'name';
  const found = argumentPaths(known?.name ?? profile.tool, said, { access: accessOf(profile), known: parameters });
  const paths: PathFact[] = [];
  if (found.folder !== undefined) paths.push(factOf({ path: found.folder, access: 'read' }, place.cwd, 'folder'));
  const [folder] = paths;
  // A program that is started in a link finds itself where the link leads.
  const cwd = folder === undefined ? place.cwd : (folder.real ?? folder.lexical);
  const relativeBase = folder === undefined ? (place.relativeBase ?? cwd) : cwd;
  const { command, argv, strange } = callCommand(profile, params, cwd, place);
  if (command !== undefined) addCommandPaths(command, paths, factOf);
  if (touchesFiles) {
    for (const use of found.uses) {
      // Beside a command, what may be a path is more likely a part of it.
      if (command !== undefined && use.possible === true) continue;
      paths.push(factOf(use, relativeBase, 'argument'));
      // A tool that does without the workspace may read it from the call's own folder.
      if (relativeBase !== cwd && !isAbsolute(use.path))
        paths.push(factOf(known === undefined ? use : { ...use, possible: true }, cwd, 'argument'));
      // Some tools take it for the home folder: what restricts that place counts.
      if (startsWithTilde(use.path))
        paths.push(factOf({ ...use, path: atHome(use.path, place.home), possible: true }, cwd, 'argument'));
    }
  }
  const contents = argumentContents(said, isByName);
  const server = profile.server ?? serverFromArguments(profile, params);
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
    unreadable: unreadable(profile, given, found.strange ?? strange ?? server?.strange, command),
    contents: contents.texts,
    size: contents.size,
    urls: argumentUrls(said, isByName || !capabilities.accessesNetwork),
    server,
    derived: {},
  };
}

/** Some models write what they pass on to a server's tool as the text of an object. */
function readable({ known }: ToolProfile, params: CallFacts['params']): CallFacts['params'] {
  const passed = known?.name.includes('mcp') === true ? params['arguments'] : undefined;
  if (typeof passed !== 'string') return params;
  try {
    return { ...params, arguments: JSON.parse(passed) as unknown };
  } catch {
    return params;
  }
}

/** How well it is known what a tool's parameters mean. Those of a tool that runs commands mean what they always do. */
function parametersOf({ known, unknown, family }: ToolProfile): ArgumentPathOptions['known'] {
  if (unknown || known?.name.includes('mcp') === true) return 'nothing';
  return known !== undefined || family === 'Bash' ? 'name' : 'definition';
}

function unreadable(
  { tool, known }: ToolProfile,
  given: unknown,
  strange: string | undefined,
  command: CommandAnalysis | undefined,
): string | undefined {
  if (!isRecord(given)) return `the arguments of ${tool} are no object`;
  if (known?.family === 'Bash' && command === undefined) return `${tool} names no command`;
  return strange === undefined ? undefined : `${strange} cannot be read`;
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

function accessOf({ capabilities, known, family, unknown }: ToolProfile): 'read' | 'write' | 'delete' {
  if (family === 'Delete' && known !== undefined) return 'delete';
  return capabilities.writesFiles || unknown ? 'write' : 'read';
}

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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
