/** What a command text does, as far as it can be known without running it. */
export interface CommandAnalysis {
  readonly text: string;
  /** The folder the command starts in. */
  readonly cwd: string;
  readonly home: string;
  /** Everything was understood. Whatever was not is in `problems`, and must not be approved by a rule. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
  /** Every command that the text can run, in the order of the text; what a wrapper runs comes after the wrapper. */
  readonly parts: readonly CommandPart[];
  readonly functions: readonly FunctionDefinition[];
}

export interface Problem {
  readonly kind: ProblemKind;
  readonly why: string;
  /** The piece of the command that is meant. */
  readonly text: string;
  /** Where that piece is; inside nested scripts, where the script is given. */
  readonly span: Span;
}

export type ProblemKind =
  | 'syntax'
  | 'too-long'
  | 'too-deep'
  | 'too-many-parts'
  /** Looking at all of it would take too long. */
  | 'too-complex'
  | 'encoding'
  /** A NUL character: no program can be given one, so the text is never what runs. It is denied. */
  | 'nul'
  /** The name of a command is not a plain literal. */
  | 'dynamic-name'
  /** An expansion that can itself run commands or change variables. */
  | 'expansion'
  | 'function'
  | 'variable'
  | 'redirect'
  | 'folder';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One command: a program with its arguments, or a bare redirect, assignment or test (then `argv` is empty). */
export interface CommandPart {
  readonly index: number;
  readonly text: string;
  readonly span: Span;
  /** The arguments as the program will see them; where `words` says 'unknown', the best guess. */
  readonly argv: readonly string[];
  readonly words: readonly CommandWord[];
  /** The program's name without its folder and version: what the program table knows it by. */
  readonly program: string;
  /** Some argument cannot be known beforehand. */
  readonly dynamic: boolean;
  /** What was looked through to get here, outermost first: `sudo`, `sh -c`, `find -exec`. */
  readonly via: readonly string[];
  /** The part that runs this one. */
  readonly parent?: number;
  /** Where this part's arguments begin in its parent's, when they are a tail of them. */
  readonly offset?: number;
  /** Has no effect of its own: what it runs, or its redirects and assignments, are judged instead. */
  readonly neutral: boolean;
  readonly assignments: readonly AssignmentUse[];
  readonly redirects: readonly RedirectUse[];
  /** The parts whose output it reads through a pipe: from this index up to, not including, that one. */
  readonly pipedFrom?: Span;
  /** The folders this part may run in, as `cd` was followed; undefined when that cannot be known. */
  readonly cwds: readonly string[] | undefined;
  /** A guess at it where it cannot be known. */
  readonly likelyCwd?: string;
  readonly paths: readonly PathUse[];
  readonly hazards: readonly Hazard[];
  /** Forms of `argv` that mean the same; rules are tried on them too. */
  readonly forms: CommandForms;
  /** What the program table suggests for a lasting rule. */
  readonly suggestion: RuleSuggestion;
}

export interface CommandWord {
  /** As written. */
  readonly text: string;
  readonly value: string;
  readonly kind: 'literal' | 'glob' | 'unknown';
  /** The beginning that is certain. */
  readonly knownPrefix: string;
  /** It is exactly one argument, whatever it expands to. */
  readonly single: boolean;
  /** For a glob: the pattern, with what was quoted escaped by backslashes. */
  readonly pattern?: string;
  /** For `<(...)`: a guess at what can be read from it. */
  readonly likelyOutput?: string;
  /** It stands for the files below this folder, as `find` lists them. */
  readonly listed?: ListedFolder;
}

export interface ListedFolder {
  readonly folder: string;
  /** Blanks, quotes and backslashes in a name would make something else of it. */
  readonly splitsNames: boolean;
}

export interface AssignmentUse {
  readonly name: string;
  readonly value: string;
  readonly text: string;
  /** Why this assignment is not harmless. */
  readonly concern?: string;
}

export interface RedirectUse {
  readonly operator: string;
  readonly target: string;
  readonly effect: 'read' | 'write' | 'duplicate' | 'text';
}

export type PathAccess = 'read' | 'write' | 'delete';

export interface PathUse {
  readonly access: PathAccess;
  /** As the program will see it; relative to the part's folder. */
  readonly path: string;
  /** It is a glob, to be matched against the files that are there. */
  readonly pattern?: string;
  /** The argument it is in; undefined for redirects. */
  readonly wordIndex?: number;
  /** A write the program is there for (`touch x`), in contrast to one by redirect or option (`sort -o x`). */
  readonly intended: boolean;
  /** The option that makes it a write: a rule that names the option consents as to a purpose. */
  readonly optionIndex?: number;
  /** Everything below it is reached through symbolic links too. */
  readonly followsLinks?: boolean;
  /** A file name that starts with a dash would be taken for an option. */
  readonly mayBeOption?: boolean;
  /** Every file below it is named to the program. */
  readonly listed?: ListedFolder;
}

export type HazardKind = 'executes' | 'writes' | 'deletes' | 'network' | 'privilege' | 'unknown';

/** Something in a part that a rule does not cover by its `*`. */
export interface Hazard {
  readonly kind: HazardKind;
  readonly why: string;
  /** The last argument that makes it: a rule consents when its literal words reach that far. */
  readonly wordIndex: number;
  readonly consent: HazardConsent;
  /** The value of the option that makes it: `./hook.js` of `-r./hook.js`. */
  readonly value?: string;
  /** It matters only to rules that have begun to name this argument: they meant it, and nothing beside it. */
  readonly onlyIfNamed?: number;
}

/** `named`: by a rule whose words name it; `exact`: by a rule without `*`; `whole`: by one that is the whole text. */
export type HazardConsent = 'named' | 'exact' | 'whole';

export interface CommandForms {
  /** Without options that change nothing, such as `git --no-pager`. */
  readonly allow?: readonly string[];
  /** Without all options before the subcommand. */
  readonly deny?: readonly string[];
}

export type RuleSuggestion = 'prefix' | 'subcommand' | 'exact' | 'never';

export interface FunctionDefinition {
  readonly name: string;
  /** How often its body calls itself, and whether it does so beside itself (`|` or `&`). */
  readonly selfCalls: number;
  readonly forks: boolean;
  /** The other commands that it starts beside itself, by name. */
  readonly startsInBackground?: readonly string[];
}
