import { posix } from 'node:path';
import type { CommandAnalysis, CommandPart, Hazard, PathUse } from '../../command-analysis.ts';
import type { CommandRule } from './command-rule.ts';
import { isInside } from '../paths/disk-reader.ts';
import { matchingRules, type CommandRules } from './command-rules.ts';
import { repositoryConcern, type SettingsCache } from '../git/git-repository.ts';
import type { PathChecker } from '../paths/path-checker.ts';

export interface CoverageOptions {
  /** A rule that is identical to the command text: it consents to everything in the text. */
  readonly wholeTextRule: CommandRule | undefined;
  readonly inspectRepositories: boolean;
}

export interface PartCoverage {
  readonly rule: CommandRule | undefined;
  /** The reasons why the part is not allowed; empty when it is covered. */
  readonly concerns: readonly string[];
}

/** A rule that matches a part, and the number of words of the rule that come before the part's first word. */
interface Match {
  readonly rule: CommandRule;
  readonly offset: number;
}

/**
 * Finds the rules that cover the parts of a command. A rule consents to the words it names literally; the words that
 * its `*` stands for are checked for hazards and paths.
 *
 *     rule  sed *       sed -n 1p x   covered        sed -i s/a/b/ x   edits files in place
 *     rule  sed -i *    sed -i s/a/b/ x   covered
 */
export class Coverage {
  private readonly analysis: CommandAnalysis;
  private readonly rules: CommandRules;
  private readonly paths: PathChecker;
  private readonly options: CoverageOptions;
  private readonly repositories = new Map<string, string | undefined>();
  private readonly settings: SettingsCache = new Map();

  constructor(analysis: CommandAnalysis, rules: CommandRules, paths: PathChecker, options: CoverageOptions) {
    this.analysis = analysis;
    this.rules = rules;
    this.paths = paths;
    this.options = options;
  }

  of(part: CommandPart): PartCoverage {
    const { wholeTextRule: whole } = this.options;
    if (whole !== undefined) return { rule: whole, concerns: this.concerns(part, { rule: whole, offset: 0 }, true) };
    const matches = part.argv.length === 0 ? [] : this.matches(part);
    let best: PartCoverage | undefined;
    for (const match of matches) {
      const concerns = this.concerns(part, match, false);
      if (concerns.length === 0) return { rule: match.rule, concerns };
      if (best === undefined || concerns.length < best.concerns.length) best = { rule: match.rule, concerns };
    }
    if (part.neutral) {
      const concerns = this.concerns(part, undefined, false);
      if (concerns.length === 0 || best === undefined) return { rule: undefined, concerns };
    }
    return best ?? { rule: undefined, concerns: [`no rule covers ${part.argv.join(' ')}`] };
  }

  private matches(part: CommandPart): Match[] {
    const matches: Match[] = [];
    for (const form of part.forms.allow === undefined ? [part.argv] : [part.argv, part.forms.allow]) {
      // In the shorter form, later words have a smaller index.
      const offset = form.length - part.argv.length;
      for (const rule of matchingRules(this.rules, form)) matches.push({ rule, offset });
    }
    let offset = 0;
    let outer: CommandPart | undefined = part;
    while (outer?.offset !== undefined) {
      offset += outer.offset;
      outer = outer.parent === undefined ? undefined : this.analysis.parts[outer.parent];
      for (const rule of matchingRules(this.rules, outer?.argv ?? [])) {
        if (rule.literalWords > offset) matches.push({ rule, offset });
      }
    }
    return matches;
  }

  private concerns(part: CommandPart, match: Match | undefined, isWhole: boolean): string[] {
    const concerns: string[] = [];
    const named = match === undefined ? 0 : match.rule.literalWords - match.offset;
    const started = (match?.rule.startedWords ?? 0) - (match?.offset ?? 0);
    const isExact = match?.rule.exact === true;
    const starFolder = isWhole ? undefined : match?.rule.starFolder;
    const starIndex = starFolder === undefined ? -1 : starFolder.word - (match?.offset ?? 0);
    let namesCode = (named > 0 || starIndex === 0) && /^[^/].*\//.test(part.argv[0] ?? '');
    for (const hazard of part.hazards) {
      if (isWhole || (hazard.onlyIfNamed !== undefined && hazard.onlyIfNamed >= Math.max(named, started))) continue;
      // `python tools/*.py` names all scripts in that folder.
      const isInStarFolder =
        hazard.wordIndex === starIndex &&
        hazard.kind === 'executes' &&
        hazard.consent === 'named' &&
        wordMatchesRule(match, part, starIndex);
      if (!isInStarFolder && !ruleConsents(hazard, named, isExact)) concerns.push(hazard.why);
      else if (hazard.kind === 'executes') namesCode = true;
    }
    if (starIndex === 0 && !wordMatchesRule(match, part, 0))
      concerns.push(`${match?.rule.text} does not name ${part.argv[0]}`);
    else if (starFolder !== undefined && starIndex > 0)
      concerns.push(...this.outsideNamedFolder(part, starIndex, starFolder.folder));
    for (const { concern, text } of part.assignments) {
      if (concern !== undefined && !isWhole && match?.rule.assignments.includes(text) !== true) concerns.push(concern);
    }
    for (const use of part.paths) {
      const why = this.paths.concern(use, part, pathConsent(use, named, isExact, isWhole));
      if (why !== undefined) concerns.push(why);
    }
    this.addFolderConcerns(part, namesCode && !isWhole, concerns);
    return concerns;
  }

  /** Changed files have to be in the folder of the rule's first `*`: `rm dist/*` does not cover `rm dist/x src`. */
  private outsideNamedFolder(part: CommandPart, at: number, folder: string): string[] {
    const base = part.cwds?.[0] ?? this.analysis.cwd;
    const access = part.paths.find((use) => use.wordIndex === at)?.access;
    return part.paths
      .filter(
        (use) =>
          use.wordIndex === at ||
          (access !== 'read' && use.access === access && use.wordIndex !== undefined && use.wordIndex > at),
      )
      .filter((use) => !isInside(posix.resolve(base, use.path), posix.resolve(base, folder)))
      .map((use) => `the rule is about ${folder}, and ${use.path} is not in it`);
  }

  private addFolderConcerns(part: CommandPart, namesCode: boolean, concerns: string[]): void {
    if (part.argv.length === 0) return;
    for (const folder of part.cwds ?? []) {
      if (namesCode && folder !== this.analysis.cwd) concerns.push(`the rule names a file, but it runs in ${folder}`);
      const why = this.paths.folderConcern(folder);
      if (why !== undefined) concerns.push(why);
      const concern = this.options.inspectRepositories ? this.repositoryConcern(part, folder) : undefined;
      if (concern !== undefined) concerns.push(concern);
    }
    if (part.cwds === undefined && !part.neutral) concerns.push('the folder it runs in is not known');
  }

  private repositoryConcern(part: CommandPart, folder: string): string | undefined {
    const subcommand = part.program === 'git' ? (part.forms.deny ?? part.argv)[1] : undefined;
    if (subcommand === undefined) return undefined;
    let place = folder;
    for (let at = 1; part.argv[at] === '-C'; at += 2) place = posix.resolve(place, part.argv[at + 1] ?? '.');
    return this.cachedRepositoryConcern(this.paths.realFolderOf(place), subcommand);
  }

  /** Cached, because a command can use the same repository many times. */
  private cachedRepositoryConcern(repository: string, subcommand: string): string | undefined {
    const key = `${subcommand} ${repository}`;
    if (!this.repositories.has(key)) {
      if (this.repositories.size >= MAX_REPOSITORIES) return 'it uses repositories in too many ways to check';
      this.repositories.set(key, repositoryConcern(repository, subcommand, this.settings));
    }
    return this.repositories.get(key);
  }
}

/** Whether the word is literal and matches the rule's word at the same position. */
function wordMatchesRule(match: Match | undefined, part: CommandPart, at: number): boolean {
  const word = part.words[at];
  return (
    match?.rule.matchesWord !== undefined &&
    word?.kind === 'literal' &&
    match.rule.matchesWord(at + match.offset, word.value)
  );
}

function ruleConsents(hazard: Hazard, named: number, isExact: boolean): boolean {
  if (hazard.consent === 'whole') return false;
  return hazard.consent === 'exact' ? isExact : hazard.wordIndex < named;
}

function pathConsent(
  use: PathUse,
  named: number,
  isExact: boolean,
  isWhole: boolean,
): { named: boolean; intended: boolean } {
  if (isWhole || (isExact && use.wordIndex !== undefined)) return { named: true, intended: true };
  return {
    named: use.wordIndex !== undefined && use.wordIndex < named,
    intended: use.intended || (use.optionIndex !== undefined && use.optionIndex < named),
  };
}

const MAX_REPOSITORIES = 20;
