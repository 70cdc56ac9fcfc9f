import { inspectScript, delegateToModule, inspectPhp, inspectJava } from '../../inspect/development/scripts.ts';
import { inspectSqlShell } from '../../inspect/system/databases.ts';
import {
  each,
  flag,
  hazardFlag,
  attachedHazard,
  reads,
  runs,
  text,
  writes,
  maybePath,
  exactRuleOnly,
  attached,
} from '../entries.ts';
import { hazard, type OptionUse, type Options, type Program, type ProgramTable } from '../../program.ts';

const codeToRun: OptionUse = { takes: 'value', role: 'code', endsOptions: true };
const versionOptions = each('-V --version -h --help', flag);

interface Interpreter {
  /** Options whose value is source code. */
  readonly code: string;
  /** Options whose value is a file of code that is loaded before the script. */
  readonly loads?: string;
  readonly options?: Options;
}

/** A program that runs a script. A rule has to name the script, however it is given. */
function interpreter(spec: Interpreter): Program {
  return {
    optionStyle: 'leading',
    options: {
      ...versionOptions,
      ...(spec.code !== '' && each(spec.code, codeToRun)),
      ...(spec.loads !== undefined && each(spec.loads, runs('loads code before the script'))),
      ...spec.options,
    },
    operands: 'text',
    inspect: inspectScript,
    suggest: 'never',
  };
}

const anyScript: Program = { ...interpreter({ code: '-e -E -c --eval --print -p -eval' }), allowUnknownOptions: true };

/** Interpreters, editors and database shells: programs that run code. */
export const interpreters: ProgramTable = () => ({
  'python pypy': {
    ...interpreter({
      code: '-c',
      options: {
        '-m': { takes: 'value', hazard: hazard('executes', 'runs a module'), endsOptions: true },
        ...each('-W -X --check-hash-based-pycs', text),
        '-i': hazardFlag('executes', 'reads more code from the input'),
        ...each('-b -B -d -E -I -O -OO -P -q -s -S -u -v -x -? --help-env --help-xoptions --help-all', flag),
      },
    }),
    delegate: delegateToModule,
  },
  perl: interpreter({
    code: '-e -E',
    options: {
      '-i': attachedHazard('writes', 'edits files in place'),
      ...each('-M -m -I', attachedHazard('executes', 'loads code before the script')),
      ...each('-F -l -0 -C -x', attached),
      ...each('-n -p -a -w -W -s -S -T -t -u -U -c -v', flag),
    },
  }),
  ruby: interpreter({
    code: '-e',
    loads: '-r -I -C',
    options: { '-i': attachedHazard('writes', 'edits files in place'), ...each('-n -p -a -l -w -W -c -v', flag) },
  }),
  php: {
    ...interpreter({
      code: '-r -B -R -E',
      loads: '-F -f -d -c -z -S -t',
      options: each('-n -l -m -i -a -q -s -w', flag),
    }),
    inspect: inspectPhp,
  },
  'lua luajit': interpreter({ code: '-e', loads: '-l', options: each('-i -v -E -W', flag) }),
  'Rscript R julia elixir groovy scala osascript tclsh wish expect swift guile racket ghc runghc runhaskell clojure':
    anyScript,
  'ghci irb pry iex erl escript sbcl ocaml ocamlrun kotlin jshell jrunscript jjs bb clj octave octave-cli slsh gjs qjs':
    anyScript,
  'ipython bpython jython scala-cli mongosh mongo ansible-playbook': anyScript,
  java: {
    ...interpreter({
      code: '',
      options: {
        '-jar': { takes: 'value', role: 'script', endsOptions: true },
        ...each('-cp -classpath --class-path -p --module-path --add-modules', maybePath),
        '-version': flag,
      },
    }),
    inspect: inspectJava,
  },
  'gdb lldb pdb': exactRuleOnly('executes', 'runs commands in a debugger'),
  'vim vi nvim view ex ed red rvim rview vimdiff gvim nano rnano emacs pico joe jed mg micro kak hx helix vipw vigr':
    exactRuleOnly('executes', 'opens an editor, which can run commands'),
  sqlite3: {
    options: {
      ...each('-init --init -cmd --cmd -vfs', runs('runs commands of its own')),
      ...each('-separator -nullvalue -newline -mmap -maxsize', text),
      ...each(
        [
          '-header -noheader -csv -json -column -line -list -markdown -table -box -html -quote -tabs -ascii',
          '-readonly -batch -bail -echo -safe -stats -help -version -interactive --version --help',
        ],
        flag,
      ),
    },
    operands: { first: ['read'], rest: 'text' },
    inspect: inspectSqlShell,
    suggest: 'never',
  },
  'psql mysql mariadb': {
    options: {
      ...each('-c --command -e --execute', text),
      ...each('-f --file', runs('runs the commands of a file')),
      ...each('-o --output -L --log-file', writes),
      ...each(
        [
          '-d --dbname -h --host -U --username -u --user -v --set -P --pset -D --database -F --field-separator -R',
          '--record-separator -T --table-attr --default-character-set',
        ],
        text,
      ),
      ...each('-p --port --password', attached),
      ...each(
        [
          '-A -t -q -X -x -1 -l -w -W -E -b -n -s -S -z -0 -H -a -V -N -B -r -i -C -G --no-psqlrc --tuples-only',
          '--no-align --quiet --csv --html --list --no-password --batch --silent --table --vertical --raw',
          '--single-transaction --echo-all --echo-queries --echo-errors --skip-column-names --help --version',
        ],
        flag,
      ),
    },
    operands: 'text',
    inspect: inspectSqlShell,
    suggest: 'never',
  },
  'http.server': {
    allowUnknownOptions: true,
    hazard: hazard('network', 'serves files to the network'),
    operands: 'text',
    suggest: 'never',
  },
  'json.tool': {
    options: {
      ...each('--indent', text),
      ...each('--sort-keys --no-ensure-ascii --json-lines --compact --tab --no-indent -h --help', flag),
    },
    operands: { first: ['read', 'write'] },
  },
  'ctags etags': {
    allowUnknownOptions: true,
    options: { ...each('-o -f', writes), '--options': reads },
    operands: 'maybe-path',
  },
});
