/** The arguments with which a program only reads. Anything that is not listed is not proven. */
export interface ReadOnlyProgram {
  /** The letters of options without a value. */
  readonly flags?: string;
  /** Long options without a value, in full. */
  readonly long?: string;
  /** Options whose value is text: neither a file nor a program. */
  readonly values?: string;
  /** Long options that may have a value after `=`. */
  readonly optional?: string;
  /** `-5` is an option. */
  readonly numbers?: boolean;
  /**
   * The meaning of the operands. `pattern`: a text followed by paths; `files`: paths of plain files only, because in
   * folders the program would follow links.
   */
  readonly operands: 'paths' | 'files' | 'pattern' | 'text' | 'none';
  /** With one of these options, the first operand is a path too. */
  readonly noPattern?: string;
  readonly maxOperands?: number;
  /** Every operand has to start with this: `date +%F` prints the time, `date 0101` sets it. */
  readonly operandStart?: string;
  /** Built into the shell, so not looked up in the search path. */
  readonly builtin?: boolean;
}

const COLOR = '--color';

/**
 * None of these options writes, follows links below a folder, starts a program, reads other files or waits for changes.
 */
export const READ_ONLY_PROGRAMS: ReadonlyMap<string, ReadOnlyProgram> = new Map(
  Object.entries({
    pwd: { flags: 'LP', operands: 'none', builtin: true },
    echo: { flags: 'neE', operands: 'text', builtin: true },
    cd: { operands: 'paths', maxOperands: 1, builtin: true },
    true: { operands: 'text', builtin: true },
    false: { operands: 'text', builtin: true },
    ':': { operands: 'text', builtin: true },
    ls: {
      flags: 'aAlhtrS1RdFpisgonkmxCGUXBbqQNvcuf',
      long: '--all --almost-all --human-readable --recursive --reverse --size --directory --inode --full-time --si --no-group --group-directories-first',
      optional: `${COLOR} --classify --sort --time --time-style --format --indicator-style`,
      operands: 'paths',
    },
    cat: { flags: 'nbAeEstTv', long: '--number --number-nonblank --show-all --squeeze-blank', operands: 'paths' },
    head: { flags: 'qvz', values: '-n --lines -c --bytes', numbers: true, operands: 'paths' },
    tail: { flags: 'qvz', values: '-n --lines -c --bytes', numbers: true, operands: 'paths' },
    wc: { flags: 'clmwL', long: '--bytes --lines --chars --words --max-line-length', operands: 'paths' },
    nl: { values: '-b -w -s -v -i', operands: 'paths' },
    tac: { operands: 'paths' },
    rev: { operands: 'paths' },
    cut: {
      flags: 'sz',
      values: '-d -f -c -b --delimiter --fields --characters',
      long: '--complement',
      operands: 'paths',
    },
    tr: { flags: 'dscCt', operands: 'text' },
    sort: {
      flags: 'bdfghiMnRrVcCmsuz',
      values: '-k --key -t --field-separator',
      long: '--reverse --unique --numeric-sort --human-numeric-sort --version-sort --ignore-case --stable',
      operands: 'paths',
    },
    uniq: {
      flags: 'cdDiuz',
      values: '-f -s -w',
      long: '--count --repeated --unique',
      operands: 'paths',
      maxOperands: 1,
    },
    comm: { flags: '123', operands: 'files' },
    cmp: { flags: 'bls', operands: 'files' },
    diff: {
      flags: 'uqsbBwiyadptTEZ',
      values: '-U --unified -W --width',
      long: '--brief --minimal --ignore-all-space --ignore-blank-lines --side-by-side',
      optional: COLOR,
      operands: 'files',
    },
    stat: { values: '-c --format --printf', flags: 't', operands: 'paths' },
    du: {
      flags: 'ahskcbmx',
      values: '-d --max-depth',
      long: '--all --human-readable --summarize --total',
      operands: 'paths',
    },
    file: { flags: 'bi', long: '--brief --mime --mime-type', operands: 'files' },
    basename: { flags: 'az', values: '-s --suffix', operands: 'text' },
    dirname: { flags: 'z', operands: 'text' },
    readlink: { flags: 'femnz', operands: 'paths' },
    realpath: { flags: 'emqsz', operands: 'paths' },
    md5sum: { flags: 'bt', operands: 'paths' },
    sha1sum: { flags: 'bt', operands: 'paths' },
    sha256sum: { flags: 'bt', operands: 'paths' },
    tree: { flags: 'adfhpsuDCFin', values: '-L -I -P', long: '--dirsfirst --du --noreport', operands: 'paths' },
    grep: grep('EFGPivwxcLloqsbHhnTZaIrUzy'),
    egrep: grep('ivwxcLloqsbHhnTZaIrUzy'),
    fgrep: grep('ivwxcLloqsbHhnTZaIrUzy'),
    rg: {
      flags: 'nNiSsFwxclovPUuHI0pq.',
      values:
        '-e --regexp -g --glob --iglob -t --type -T --type-not -A -B -C --after-context --before-context --context -m --max-count -M --max-columns -d --max-depth -j --threads -r --replace --sort --sortr -E --encoding --max-filesize --color --colors',
      long: '--line-number --no-line-number --ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --count --count-matches --files-with-matches --files-without-match --only-matching --invert-match --pcre2 --multiline --multiline-dotall --unrestricted --with-filename --no-filename --no-ignore --no-ignore-vcs --hidden --files --json --no-heading --heading --column --stats --trim --vimgrep --null --quiet --no-messages --no-config --passthru --pretty --no-require-git',
      operands: 'pattern',
      noPattern: '-e --regexp --files',
    },
    date: {
      flags: 'uR',
      values: '-d --date',
      long: '--utc --rfc-email',
      optional: '--iso-8601 --rfc-3339',
      operands: 'text',
      operandStart: '+',
    },
    uname: { flags: 'asnrvmpio', operands: 'none' },
    whoami: { operands: 'none' },
    id: { flags: 'ugGnrz', operands: 'none' },
  } satisfies Record<string, ReadOnlyProgram>),
);

function grep(flags: string): ReadOnlyProgram {
  return {
    flags,
    values:
      '-e --regexp -A -B -C --after-context --before-context --context -m --max-count --include --exclude --exclude-dir',
    long: '--recursive --ignore-case --line-number --count --files-with-matches --files-without-match --only-matching --invert-match --word-regexp --line-regexp --fixed-strings --extended-regexp --perl-regexp --no-filename --with-filename --quiet --no-messages --text',
    optional: COLOR,
    operands: 'pattern',
    noPattern: '-e --regexp',
  };
}

const REVISIONS =
  '--oneline --graph --all --branches --tags --remotes --stat --shortstat --numstat --summary --name-only --name-status --patch --no-patch --raw --reverse --merges --no-merges --first-parent --no-decorate --abbrev-commit --no-abbrev-commit --follow --no-color --no-renames --topo-order --date-order --full-history --cached --staged --no-ext-diff --no-textconv --minimal --patience --histogram --ignore-all-space --ignore-space-change --ignore-blank-lines --function-context --check --quiet --exit-code --relative --left-right --cherry-pick --count --no-walk --use-mailmap';
const REVISION_VALUES =
  '--since --after --until --before --author --committer --grep --format --date --max-count --skip --diff-filter --diff-algorithm --inter-hunk-context -n -S -G';
const REVISION_OPTIONAL =
  '--color --decorate --pretty --unified --abbrev --find-renames --find-copies --word-diff --stat-width --relative-date';
const revisions: ReadOnlyProgram = {
  flags: 'pusbwMCRzimc',
  long: REVISIONS,
  values: REVISION_VALUES,
  optional: REVISION_OPTIONAL,
  numbers: true,
  operands: 'paths',
};

/** Subcommands of git. Names of commits are checked like paths, and a name that leaves the workspace is refused. */
export const READ_ONLY_GIT: ReadonlyMap<string, ReadOnlyProgram> = new Map(
  Object.entries({
    status: {
      flags: 'sbvzu',
      long: '--short --branch --long --verbose --show-stash --ahead-behind --no-ahead-behind --no-renames --ignored',
      optional: '--porcelain --untracked-files --ignored --column',
      operands: 'paths',
    },
    log: revisions,
    show: revisions,
    diff: { ...revisions, values: `${REVISION_VALUES} -U` },
    shortlog: {
      flags: 'nse',
      long: '--numbered --summary --email --no-merges',
      values: '--since --until',
      operands: 'paths',
    },
    'rev-list': { long: '--count --all --no-merges --first-parent', values: '-n --max-count', operands: 'paths' },
    blame: { flags: 'wMCse', values: '-L', long: '--date-order --porcelain --line-porcelain', operands: 'paths' },
    grep: {
      flags: 'niIwvlLcohHEFPp',
      values: '-e -A -B -C',
      long: '--ignore-case --line-number --name-only --files-with-matches --count --cached --untracked --heading --break --no-color',
      operands: 'pattern',
      noPattern: '-e',
    },
    'ls-files': {
      flags: 'cdmosutz',
      long: '--cached --deleted --modified --others --stage --exclude-standard --full-name',
      operands: 'paths',
    },
    'ls-tree': { flags: 'rdtlz', long: '--name-only --name-status --full-tree --full-name', operands: 'paths' },
    branch: { flags: 'arv', long: '--all --remotes --verbose --show-current --no-color', operands: 'none' },
    tag: { long: '--no-color', operands: 'none' },
    remote: { flags: 'v', long: '--verbose', operands: 'none' },
    'rev-parse': {
      long: '--show-toplevel --show-prefix --show-cdup --is-inside-work-tree --is-bare-repository --verify --quiet --git-dir --short --abbrev-ref --symbolic-full-name',
      optional: '--short --abbrev-ref',
      operands: 'paths',
    },
    describe: {
      long: '--tags --always --all --long --exact-match',
      values: '--match',
      optional: '--abbrev',
      operands: 'paths',
    },
    'merge-base': { long: '--all', operands: 'paths' },
    'cat-file': { flags: 'pts', operands: 'paths' },
    'show-ref': { flags: 'dsq', long: '--head --heads --tags --hash', operands: 'none' },
  } satisfies Record<string, ReadOnlyProgram>),
);
