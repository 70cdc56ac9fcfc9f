import { dangerousCommand, type CommandAnalysis, type Danger } from '@ku0/agent-runtime-tools-commands';
import type { CallFacts } from './call-facts.ts';
import { foldPath, relativeTo, type PathFact } from './paths/path-fact.ts';

/** Values that many policies need about one call, computed on first use. */
export interface DerivedFacts {
  roots?: readonly string[];
  anyForm?: readonly string[];
  longForms?: string;
  segments?: readonly string[];
  namesOfEach?: readonly (readonly (readonly string[])[])[];
}

/** Why the command would destroy the machine or a home folder; undefined if it would not. */
export function dangerOf({ command }: CallFacts): Danger | undefined {
  return command === undefined ? undefined : commandFacts(command).danger;
}

/** The whole command, each part as written, and each part as its program will see it. */
export function commandTexts({ command }: CallFacts): readonly string[] {
  return command === undefined ? NONE : commandFacts(command).texts;
}

/** Every form of every path: as given, absolute, relative to each root, before and after links are resolved. */
export function allPathForms(facts: CallFacts, roots: readonly string[]): readonly string[] {
  const { derived } = forRoots(facts, roots);
  derived.anyForm ??= restrictedForms(facts.paths, roots);
  return derived.anyForm;
}

/** Whether a text occurs in some form of some path. Relative forms are substrings of the absolute ones. */
export function isPartOfSomePath({ paths, derived }: CallFacts, text: string): boolean {
  derived.longForms ??= paths.map(longForm).join('\0');
  return derived.longForms.includes(text);
}

/** Every segment of every form of every path, folded by `foldPath`. */
export function pathSegments({ paths, derived }: CallFacts): readonly string[] {
  if (derived.segments === undefined) {
    const [only, ...others] = paths;
    const forms = foldPath(
      only === undefined ? '' : others.length === 0 ? longForm(only) : paths.map(longForm).join('\0'),
    );
    derived.segments = forms.includes('\0') ? forms.split(/[/\0]/) : forms.split('/');
  }
  return derived.segments;
}

/**
 * For each path that needs approval: its names (before and after links are resolved), and for each name its absolute and
 * relative forms.
 */
export function pathNames(facts: CallFacts, roots: readonly string[]): readonly (readonly (readonly string[])[])[] {
  const { derived } = forRoots(facts, roots);
  derived.namesOfEach ??= facts.paths
    .filter((path) => !path.possible && path.origin !== 'folder')
    .map((path) => namesOf(path).map((name) => formsOf(name, roots)));
  return derived.namesOfEach;
}

export function namesOf(path: PathFact): readonly string[] {
  return path.real === undefined || path.real === path.lexical ? [path.lexical] : [path.lexical, path.real];
}

function forRoots(facts: CallFacts, roots: readonly string[]): CallFacts {
  const { derived } = facts;
  if (derived.roots !== roots) {
    derived.roots = roots;
    delete derived.anyForm;
    delete derived.namesOfEach;
  }
  return facts;
}

/** Cached by command analysis, which several calls may share. */
function commandFacts(command: CommandAnalysis): CommandFacts {
  let facts = byCommand.get(command);
  if (facts === undefined)
    byCommand.set(command, (facts = { danger: dangerousCommand(command), texts: commandForms(command) }));
  return facts;
}

interface CommandFacts {
  readonly danger: Danger | undefined;
  readonly texts: readonly string[];
}

const byCommand = new WeakMap<CommandAnalysis, CommandFacts>();

function commandForms(command: CommandAnalysis): string[] {
  const texts = new Set([command.text, command.text.trim()]);
  for (const part of command.parts) {
    texts.add(part.text).add(part.argv.join(' '));
    if (part.forms.deny !== undefined) texts.add(part.forms.deny.join(' '));
    if ((part.argv[0] ?? '').includes('/')) texts.add([part.program, ...part.argv.slice(1)].join(' '));
  }
  return [...texts];
}

function restrictedForms(paths: readonly PathFact[], roots: readonly string[]): string[] {
  const forms: string[] = [];
  for (const path of paths) {
    for (const name of namesOf(path)) {
      for (const form of formsOf(name, roots)) {
        forms.push(form);
        // A search in a folder accesses everything below it.
        if (path.recursive) forms.push(`${form}/`);
      }
    }
    if (!forms.includes(path.given)) forms.push(path.given);
  }
  return forms;
}

function longForm({ lexical, real, given, recursive }: PathFact): string {
  let form = recursive ? `${lexical}/` : lexical;
  if (real !== undefined && real !== lexical) form += recursive ? `\0${real}/` : `\0${real}`;
  return lexical.endsWith(given) ? form : `${form}\0${given}`;
}

function formsOf(name: string, roots: readonly string[]): string[] {
  const forms = [name];
  for (const root of roots) {
    const below = relativeTo(root, name);
    if (below !== undefined && below !== '') forms.push(below);
  }
  return forms;
}

const NONE: readonly string[] = [];
