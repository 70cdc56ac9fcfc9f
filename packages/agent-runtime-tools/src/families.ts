import type { browserPack, BrowserPackOptions } from '@ku0/agent-runtime-tools-browser';
import type { CodeEngineOptions, codePack } from '@ku0/agent-runtime-tools-code';
import type { ToolMap, WithPack } from '@ku0/agent-runtime-tools-core';
import type { editPack, EditPackOptions } from '@ku0/agent-runtime-tools-edit';
import type { filesPack, FilesPackOptions } from '@ku0/agent-runtime-tools-files';
import type { gitPack, GitOptions } from '@ku0/agent-runtime-tools-git';
import type { projectPack, ProjectOptions } from '@ku0/agent-runtime-tools-project';
import type { sandboxPack, SandboxPackOptions } from '@ku0/agent-runtime-tools-sandbox';
import type { searchPack, SearchOptions } from '@ku0/agent-runtime-tools-search';
import type { shellPack, ShellOptions } from '@ku0/agent-runtime-tools-shell';
import type { AgentsOptions, taskPack } from '@ku0/agent-runtime-tools-task';
import type { webPack, WebPackOptions } from '@ku0/agent-runtime-tools-web';

/** The families that are there unless others are chosen, in the order in which their tools are listed. */
export const USUAL_FAMILIES = [
  'files',
  'edit',
  'search',
  'code',
  'project',
  'shell',
  'sandbox',
  'git',
  'web',
] as const satisfies readonly FamilyName[];

/** Every family. */
export const FAMILY_NAMES: readonly FamilyName[] = [...USUAL_FAMILIES, 'browser', 'task'];

export type UsualFamily = (typeof USUAL_FAMILIES)[number];

/** Every family's pack. */
export interface FamilyPacks {
  readonly files: ReturnType<typeof filesPack>;
  readonly edit: ReturnType<typeof editPack>;
  readonly search: ReturnType<typeof searchPack>;
  readonly code: ReturnType<typeof codePack>;
  readonly project: ReturnType<typeof projectPack>;
  readonly shell: ReturnType<typeof shellPack>;
  readonly sandbox: ReturnType<typeof sandboxPack>;
  readonly git: ReturnType<typeof gitPack>;
  readonly web: ReturnType<typeof webPack>;
  readonly browser: ReturnType<typeof browserPack>;
  readonly task: ReturnType<typeof taskPack>;
}

export type FamilyName = keyof FamilyPacks;

/** The options of every family's pack. */
export interface FamilyOptions {
  readonly files: FilesPackOptions;
  readonly edit: EditPackOptions;
  readonly search: SearchOptions;
  /** For the code engine, unless `services.code` is given. */
  readonly code: Pick<CodeEngineOptions, 'languageServers'>;
  readonly project: ProjectOptions;
  readonly shell: ShellOptions;
  readonly sandbox: SandboxPackOptions;
  readonly git: GitOptions;
  readonly web: WebPackOptions;
  readonly browser: BrowserPackOptions;
  readonly task: AgentsOptions;
}

/**
 * A list names exactly the families to load. An object changes the usual ones: `true` or options add a family, `false`
 * leaves it out.
 */
export type FamilyChoice = readonly FamilyName[] | { readonly [F in FamilyName]?: boolean | FamilyOptions[F] };

/** The families of a choice, for the compiler. */
export type ChosenFamily<C> = C extends readonly (infer F extends FamilyName)[]
  ? F
  : C extends object
    ? Exclude<UsualFamily, KeysOf<C, false>> | Exclude<keyof C & FamilyName, KeysOf<C, false>>
    : UsualFamily;

/** The types of the tools of a choice, for the compiler. */
export type ChosenTools<C> = ToolMap & Intersection<WithPack<ToolMap, FamilyPacks[ChosenFamily<C>]>>;

/** The chosen families in the order of their tools, with the options of each. */
export function chosenFamilies(choice: FamilyChoice = {}): Map<FamilyName, object> {
  if (isList(choice)) return new Map(choice.map((name) => [known(name), {}]));
  const changes = new Map(Object.entries(choice).map(([name, change]) => [known(name), change]));
  const names = [...new Set<FamilyName>([...USUAL_FAMILIES, ...changes.keys()])];
  return new Map(
    names
      .filter((name) => changes.get(name) !== false)
      .map((name) => {
        const change = changes.get(name);
        return [name, typeof change === 'object' ? change : {}];
      }),
  );
}

type KeysOf<C, Value> = { [K in keyof C]: C[K] extends Value ? K : never }[keyof C];

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

function known(name: string): FamilyName {
  if (isFamilyName(name)) return name;
  throw new TypeError(`There is no family "${name}". The families are ${FAMILY_NAMES.join(', ')}.`);
}

function isFamilyName(name: string): name is FamilyName {
  return FAMILY_NAMES.some((each) => each === name);
}

function isList(choice: FamilyChoice): choice is readonly FamilyName[] {
  return Array.isArray(choice);
}
