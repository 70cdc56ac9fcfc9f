/** The result of analysing a command: what it does, as far as that is known without running it. */
export interface CommandAnalysis {
  readonly text: string;
  /** The folder the command starts in. */
  readonly cwd: string;
  readonly home: string;
  /** True when there are no problems. A rule must not approve a command with problems. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
  /** Every command that the text can run, in the order of the text. A nested command comes after its wrapper. */
  readonly parts: readonly CommandPart[];
  readonly functions: readonly FunctionDefinition[];
}

export interface Problem {
  readonly kind: ProblemKind;
  readonly why: string;
  /** The text that causes the problem. */
  readonly text: string;
  /** The position of that text. For a nested script, the position of the command that contains it. */
  readonly span: Span;
}

export type ProblemKind =
  | 'syntax'
  | 'too-long'
  | 'too-deep'
  | 'too-many-parts'
  /** The analysis would take too long. */
  | 'too-complex'
  | 'encoding'
  /** A NUL character, which no argument can contain. The command is denied. */
  | 'nul'
  /** The name of a command is not literal. */
  | 'dynamic-name'
  /** An expansion that can run commands or change variables. */
  | 'expansion'
  | 'function'
  | 'variable'
  | 'redirect'
  | 'folder';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One command: a program with its arguments. For a bare redirect, assignment or test, `argv` is empty. */
export interface CommandPart {
  readonly index: number;
  readonly text: string;
  readonly span: Span;
  /** The arguments as the program receives them. Arguments that are 'unknown' in `words` are guesses. */
  readonly argv: readonly string[];
  readonly words: readonly CommandWord[];
  /** The program's name in the program tables, without folder and version. */
  readonly program: string;
  /** At least one argument is not known. */
  readonly dynamic: boolean;
  /** The wrappers around this command, outermost first: `sudo`, `sh -c`, `find -exec`. */
  readonly via: readonly string[];
  /** The index of the part that runs this one. */
  readonly parent?: number;
  /** The index of this part's first word in its parent's `argv`, when it is the last part of it. */
  readonly offset?: number;
  /** Has no effect of its own and needs no rule. The commands it runs, its redirects and assignments are judged. */
  readonly neutral: boolean;
  readonly assignments: readonly AssignmentUse[];
  readonly redirects: readonly RedirectUse[];
  /** The range of parts whose output it reads through a pipe; `end` is exclusive. */
  readonly pipedFrom?: Span;
  /** The folders this part may run in, after every `cd` before it; undefined when they are not known. */
  readonly cwds: readonly string[] | undefined;
  /** A guess at the folder when `cwds` is undefined. */
  readonly likelyCwd?: string;
  readonly paths: readonly PathUse[];
  readonly hazards: readonly Hazard[];
  /** Equivalent forms of `argv`, which rules are matched against too. */
  readonly forms: CommandForms;
  /** The kind of rule that the program tables suggest for "always". */
  readonly suggestion: RuleSuggestion;
}

export interface CommandWord {
  /** The source text. */
  readonly text: string;
  readonly value: string;
  readonly kind: 'literal' | 'glob' | 'unknown';
  /** The beginning of the value that is certain. */
  readonly knownPrefix: string;
  /** True when the word expands to exactly one argument. */
  readonly single: boolean;
  /** The pattern of a glob, in which quoted characters are escaped by backslashes. */
  readonly pattern?: string;
  /** A guess at the output of `<(...)`. */
  readonly likelyOutput?: string;
  /** Set when the word stands for files that `find` lists below a folder. */
  readonly listed?: ListedFolder;
}

export interface ListedFolder {
  readonly folder: string;
  /** Names with blanks, quotes or backslashes would be split or changed. */
  readonly splitsNames: boolean;
}

export interface AssignmentUse {
  readonly name: string;
  readonly value: string;
  readonly text: string;
  /** Why the assignment is not harmless; undefined when it is. */
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
  /** As the program receives it, relative to the folder of the part. */
  readonly path: string;
  /** Set for a glob, which is expanded to the files it matches. */
  readonly pattern?: string;
  /** The index of the argument; undefined for redirects. */
  readonly wordIndex?: number;
  /**
   * True for a write that is the purpose of the program (`touch x`), false for a redirect or an option (`sort -o x`).
   */
  readonly intended: boolean;
  /** The index of the option that makes it a write. A rule that names the option consents to the write. */
  readonly optionIndex?: number;
  /** Everything below the path is read, following symbolic links. */
  readonly followsLinks?: boolean;
  /** A matched file name that starts with a dash would be parsed as an option. */
  readonly mayBeOption?: boolean;
  /** Set when the program receives the names of all files below a folder. */
  readonly listed?: ListedFolder;
}

export type HazardKind = 'executes' | 'writes' | 'deletes' | 'network' | 'privilege' | 'unknown';

/** Something in a part that the `*` of a rule does not cover. */
export interface Hazard {
  readonly kind: HazardKind;
  readonly why: string;
  /** The index of the last argument that causes it. A rule consents when it names the words up to here. */
  readonly wordIndex: number;
  readonly consent: HazardConsent;
  /** The value of the option that causes it: `./hook.js` in `-r./hook.js`. */
  readonly value?: string;
  /**
   * Applies only to rules that name the argument at this index, at least in part: `curl https://a *` consents to no
   * other host.
   */
  readonly onlyIfNamed?: number;
}

/**
 * Which rules consent: `named`, a rule that names the words; `exact`, a rule without `*`; `whole`, a rule that is the
 * whole text.
 */
export type HazardConsent = 'named' | 'exact' | 'whole';

export interface CommandForms {
  /** Without options that change nothing: `git --no-pager log` is `git log`. For allow rules. */
  readonly allow?: readonly string[];
  /** Without all options before the subcommand. For deny and ask rules. */
  readonly deny?: readonly string[];
}

export type RuleSuggestion = 'prefix' | 'subcommand' | 'exact' | 'never';

export interface FunctionDefinition {
  readonly name: string;
  /** How often the body calls the function, and whether it does so in a pipe or in the background. */
  readonly selfCalls: number;
  readonly forks: boolean;
  /** The names of the commands that the body starts in a pipe or in the background. */
  readonly startsInBackground?: readonly string[];
}
