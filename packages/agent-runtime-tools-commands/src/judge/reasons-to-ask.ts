import { posix } from 'node:path';
import type { CommandAnalysis, CommandPart, Hazard, HazardKind } from '../command-analysis.ts';
import { RUNS_INPUT } from '../programs/program.ts';
import { wordSet } from '../words/word-set.ts';
import type { CommandPolicy } from './judge-command.ts';
import { PathChecker } from './paths/path-checker.ts';

/**
 * Lists why a person should look at a command before it runs, the most serious reason first: code from the network,
 * other privileges, deletions, paths outside the workspace, programs that run other code, and parts that cannot be
 * analysed. Empty for a command that does none of that.
 */
export function reasonsToAsk(
  analysis: CommandAnalysis,
  { roots = [analysis.cwd], inspectFiles = true, disk }: Pick<CommandPolicy, 'roots' | 'inspectFiles' | 'disk'> = {},
): string[] {
  const paths = new PathChecker(roots, undefined, inspectFiles, disk);
  const found = new Set<string>();
  for (const why of fetchedCode(analysis)) found.add(why);
  addHazards(analysis, 'privilege', found);
  for (const part of analysis.parts) for (const why of deletions(part)) found.add(why);
  addHazards(analysis, 'deletes', found);
  for (const why of pathConcerns(analysis, paths)) found.add(why);
  for (const kind of ['network', 'executes', 'writes'] as const) addHazards(analysis, kind, found);
  for (const part of analysis.parts) {
    const why = networkUse(part);
    if (why !== undefined) found.add(why);
  }
  for (const { concern } of analysis.parts.flatMap((part) => part.assignments)) {
    if (concern !== undefined) found.add(concern);
  }
  for (const problem of analysis.problems) found.add(`it is not understood in full: ${problem.why}`);
  addHazards(analysis, 'unknown', found);
  for (const part of analysis.parts) for (const why of writes(part)) found.add(why);
  return [...found].slice(0, MAX_REASONS);
}

/** Code that is downloaded and run unseen: `curl x | sh`, `sh -c "$(curl x)"`, `curl -o x ...; sh x`. */
function* fetchedCode({ parts }: CommandAnalysis): Generator<string> {
  const fetching = parts.filter((part) => DOWNLOADERS.has(part.program));
  for (const part of parts) {
    for (const hazard of part.hazards) {
      if (hazard.kind !== 'executes') continue;
      const source = fetching.find((each) => each !== part && codeComesFrom(each, part, hazard, parts));
      if (source !== undefined) yield `${part.program} runs what ${source.program} fetches from the network`;
    }
  }
}

function codeComesFrom(source: CommandPart, part: CommandPart, hazard: Hazard, parts: readonly CommandPart[]): boolean {
  if (runsItsInput(part, hazard)) return pipesInto(source, part, parts);
  const word = part.words[hazard.wordIndex]?.text ?? '';
  if (/\$\(|`|<\(/.test(word)) return word.includes(source.text);
  const run = new Set(
    part.paths.filter((use) => use.wordIndex === hazard.wordIndex).flatMap((use) => resolvedPaths(use.path, part)),
  );
  const written = source.paths.filter((use) => use.access === 'write');
  return (
    source.index < part.index && written.some((use) => resolvedPaths(use.path, source).some((place) => run.has(place)))
  );
}

/** Whether the code comes from standard input: there is no script argument, or it is `/dev/stdin`. */
function runsItsInput(part: CommandPart, { why, wordIndex: word }: Hazard): boolean {
  return why === RUNS_INPUT.why || STANDARD_INPUT.test(part.argv[word] ?? '');
}

/** Also through several stages: `curl x | tee y | sh`. */
function pipesInto(source: CommandPart, part: CommandPart, parts: readonly CommandPart[]): boolean {
  let stage = part.pipedFrom;
  for (let steps = 0; stage !== undefined && steps <= parts.length; steps++) {
    if (source.index >= stage.start && source.index < stage.end) return true;
    stage = parts[stage.start]?.pipedFrom;
  }
  return false;
}

function resolvedPaths(path: string, { cwds = ['/'] }: CommandPart): string[] {
  return cwds.map((folder) => posix.resolve(folder, path));
}

function* deletions(part: CommandPart): Generator<string> {
  for (const use of part.paths) if (use.access === 'delete') yield `it deletes ${use.path}`;
  const isUnknown = part.hazards.some(({ kind }) => kind === 'unknown');
  if (DELETERS.has(part.program) && isUnknown) yield `${part.program} deletes files that are not known beforehand`;
}

function* pathConcerns(analysis: CommandAnalysis, paths: PathChecker): Generator<string> {
  const asked = { named: false, intended: true };
  for (const part of analysis.parts) {
    for (const use of part.paths) {
      const why = paths.concern(use, part, asked);
      if (why !== undefined) yield why;
    }
    for (const folder of part.argv.length === 0 ? [] : (part.cwds ?? [])) {
      const why = paths.folderConcern(folder);
      if (why !== undefined) yield why;
    }
  }
}

function addHazards({ parts }: CommandAnalysis, kind: HazardKind, found: Set<string>): void {
  for (const part of parts) {
    for (const hazard of part.hazards) {
      if (hazard.kind !== kind || hazard.onlyIfNamed !== undefined) continue;
      const isNamed = hazard.why.startsWith(`${part.program} `);
      found.add(isNamed ? hazard.why : `${part.program}${VERB.test(hazard.why) ? ' ' : ': '}${hazard.why}`);
    }
  }
}

function networkUse(part: CommandPart): string | undefined {
  const words = part.forms.deny ?? part.argv;
  const isConnecting =
    part.program === 'git' ? GIT_NETWORK_SUBCOMMANDS.has(words[1] ?? '') : DOWNLOADERS.has(part.program);
  return isConnecting || (PACKAGE_MANAGERS.has(part.program) && INSTALL_SUBCOMMANDS.has(words[1] ?? ''))
    ? `it reaches the network: ${part.argv.join(' ')}`
    : undefined;
}

function* writes(part: CommandPart): Generator<string> {
  for (const use of part.paths) if (use.access === 'write' && !HARMLESS.test(use.path)) yield `it writes ${use.path}`;
}

const DOWNLOADERS = wordSet(
  'curl wget wget2 aria2c http https xh fetch lynx w3m links elinks nc ncat netcat socat ftp tftp telnet',
);
const DELETERS = wordSet('rm rmdir unlink shred srm trash');
const GIT_NETWORK_SUBCOMMANDS = wordSet('clone fetch pull push ls-remote');
const PACKAGE_MANAGERS = wordSet('npm pnpm yarn bun pip gem cargo apt apt-get brew dnf yum apk composer');
const INSTALL_SUBCOMMANDS = wordSet('install i add ci update upgrade publish');
const STANDARD_INPUT = /^\/dev\/(?:stdin|fd\/0)$/;
const HARMLESS = /^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/;
/** Reasons that start with a verb follow the name of the program directly. */
const VERB = /^[a-z]+s\b/;
const MAX_REASONS = 20;
