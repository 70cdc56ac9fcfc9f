import type { CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import type { ToolMode } from '@ku0/agent-runtime-tools-core';
import { remoteToolOf, type RemoteSubject, type RemoteToolCall } from '@ku0/agent-runtime-tools-rules';
import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { isRecord } from '@ku0/agent-runtime-tools-core';
import { argumentContents } from './arguments/argument-contents.ts';
import { argumentPaths, type ArgumentPathOptions } from './arguments/argument-paths.ts';
import { argumentUrls } from './arguments/argument-urls.ts';
import { callCommand } from './commands/call-command.ts';
import { environmentConcerns } from './commands/environment-concerns.ts';
import type { DerivedFacts } from './derived-facts.ts';
import type { CommandAnalysisCache } from './commands/command-analysis-cache.ts';
import type { ToolProfile } from './tool-profile.ts';
import { startsWithTilde, pathFact, type PathFact, type PathFactOf } from './paths/path-fact.ts';

/** What a call would do, as far as its arguments say. Policies and rules decide on these facts. */
export interface CallFacts {
  readonly profile: ToolProfile;
  readonly params: Readonly<Record<string, unknown>>;
  /** The folder that the call runs in. */
  readonly cwd: string;
  /** The folder of the call before its arguments ask for another: rules relative to `./` start here. */
  readonly hostCwd: string;
  readonly home: string | undefined;
  readonly mode: ToolMode;
  readonly command: CommandAnalysis | undefined;
  /** The words of the command, if it is started without a shell. */
  readonly argv: readonly string[] | undefined;
  /** Why a person has to look at the environment or the input that the call gives its command. */
  readonly environmentConcerns: readonly string[];
  readonly paths: readonly PathFact[];
  /** False if the call accesses files that its arguments do not name. */
  readonly pathsComplete: boolean;
  /** Why the arguments cannot be interpreted, so that no rule can approve them. */
  readonly unreadable: string | undefined;
  /** The texts that the call would write or send. */
  readonly contents: readonly string[];
  /** The size of the contents in bytes. */
  readonly size: number | undefined;
  readonly urls: readonly string[];
  /** The tool of an MCP server that the call goes to, by the tool's identity, its name or its arguments. */
  readonly remote: RemoteToolCall | undefined;
  /** Computed on first use. */
  readonly derived: DerivedFacts;
}

export interface CallPlace {
  readonly cwd: string;
  /** Where relative paths of file tools start, if not at `cwd`. */
  readonly relativeBase?: string | undefined;
  readonly home?: string | undefined;
  readonly mode?: ToolMode | undefined;
  readonly commands?: CommandAnalysisCache;
}

/** Reads the arguments of a call. Does not look at the disk, unless `factOf` does. */
export function describeCall(
  profile: ToolProfile,
  given: unknown,
  place: CallPlace,
  factOf: PathFactOf = pathFact,
): CallFacts {
  const params = isRecord(given) ? given : {};
  const parsed = withParsedArguments(profile, params);
  const { capabilities, known } = profile;
  const touchesFiles = capabilities.readsFiles || capabilities.writesFiles || profile.unknown;
  const parameters = parametersOf(profile);
  const isByName = parameters === 'name';
  const found = argumentPaths(known?.name ?? profile.tool, parsed, { access: accessOf(profile), known: parameters });
  const paths: PathFact[] = [];
  if (found.folder !== undefined) paths.push(factOf({ path: found.folder, access: 'read' }, place.cwd, 'folder'));
  const [folder] = paths;
  // A program that is started in a link runs in the link's target.
  const cwd = folder === undefined ? place.cwd : (folder.real ?? folder.lexical);
  const relativeBase = folder === undefined ? (place.relativeBase ?? cwd) : cwd;
  const { command, argv, malformed } = callCommand(profile, params, cwd, place);
  if (command !== undefined) addCommandPaths(command, paths, factOf);
  if (touchesFiles) {
    for (const use of found.uses) {
      // Next to a command, a text that may be a path is more likely a part of the command.
      if (command !== undefined && use.possible === true) continue;
      paths.push(factOf(use, relativeBase, 'argument'));
      // A tool that does not use the workspace may resolve the path from the call's own folder.
      if (relativeBase !== cwd && !isAbsolute(use.path))
        paths.push(factOf(known === undefined ? use : { ...use, possible: true }, cwd, 'argument'));
      // Some tools expand `~`, so rules that restrict the home folder count as well.
      if (startsWithTilde(use.path))
        paths.push(factOf({ ...use, path: expandTilde(use.path, place.home), possible: true }, cwd, 'argument'));
    }
  }
  const contents = argumentContents(parsed, isByName);
  const remote = profile.remote ?? (profile.dispatches ? remoteToolOf(remoteSubject(profile), params) : undefined);
  const unclear = remote?.isAmbiguous === true ? 'the name of the server or its tool' : undefined;
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
    unreadable: unreadable(profile, given, found.malformed ?? malformed ?? unclear, command),
    contents: contents.texts,
    size: contents.size,
    urls: argumentUrls(parsed, isByName || !capabilities.accessesNetwork),
    remote,
    derived: {},
  };
}

function remoteSubject({ tool, declaredRemote }: ToolProfile): RemoteSubject {
  return { name: tool, ...(declaredRemote !== undefined && { remote: declaredRemote }) };
}

/** Some models pass the arguments for a server's tool as a JSON string. */
function withParsedArguments({ dispatches }: ToolProfile, params: CallFacts['params']): CallFacts['params'] {
  const passed = dispatches ? params['arguments'] : undefined;
  if (typeof passed !== 'string') return params;
  try {
    return { ...params, arguments: JSON.parse(passed) as unknown };
  } catch {
    return params;
  }
}

/** How well the meaning of a tool's parameters is known. All tools that run commands use the same parameters. */
function parametersOf({ known, unknown, family, dispatches }: ToolProfile): ArgumentPathOptions['known'] {
  if (unknown || dispatches) return 'nothing';
  return known !== undefined || family === 'Bash' ? 'name' : 'definition';
}

function unreadable(
  { tool, known }: ToolProfile,
  given: unknown,
  malformed: string | undefined,
  command: CommandAnalysis | undefined,
): string | undefined {
  if (!isRecord(given)) return `the arguments of ${tool} are not an object`;
  if (known?.family === 'Bash' && command === undefined) return `${tool} names no command`;
  return malformed === undefined ? undefined : `${malformed} cannot be read`;
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

function expandTilde(path: string, home = homedir()): string {
  return home + path.slice(1);
}
