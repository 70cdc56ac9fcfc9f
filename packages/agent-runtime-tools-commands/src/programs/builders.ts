import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { runOperands } from './run-operands.ts';
import {
  does,
  each,
  edits,
  flag,
  flagged,
  loose,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const otherPlace: OptionUse = { takes: 'value', role: 'read', hazard: does('executes', 'works in another project') };
const runsNamed: Program = {
  lenient: true,
  wrapper: 'named',
  style: 'leading',
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
};
const installs: Program = { lenient: true, operands: 'loose', suggest: 'never' };
const checks: Program = { operands: 'loose', suggest: 'subcommand' };

/** Compilers and the tools that drive them. */
export const builders: ProgramTable = () => ({
  'make gmake': {
    options: {
      ...each(
        ['-f --file --makefile -I --include-dir -W --what-if --new-file --assume-new -o --old-file', '--assume-old'],
        { takes: 'value', role: 'read', hazard: does('executes', 'takes its rules from another file') },
      ),
      '-C --directory': otherPlace,
      ...each('-E --eval', runs('runs rules given in the command')),
      ...each('-j --jobs -l --load-average --max-load -O --output-sync --debug --shuffle', {
        takes: 'glued',
        role: 'text',
      }),
      ...each(
        [
          '-n -s -k -B -i -q -t -r -R -w -p -d -e -b -m -h -v -L -S --dry-run --silent --keep-going --always-make',
          '--no-print-directory --trace --environment-overrides --help --ignore-errors --check-symlink-times --just-print',
          '--recon --print-data-base --question --no-builtin-rules --no-builtin-variables --quiet --no-silent --stop --touch',
          '--no-keep-going --version --print-directory --warn-undefined-variables',
        ],
        flag,
      ),
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const operand of call.operands) {
        if (operand.text.includes('=') && !/^(?:V|VERBOSE|DEBUG|Q|CI|NODE_ENV|COLOR)=\w*$/.test(operand.text)) {
          found.hazard(does('executes', 'sets a variable, which can change what runs'), operand.index);
        }
      }
    },
  },
  cargo: {
    exactOptions: true,
    options: {
      '--config': runs('changes settings, which can name programs to run'),
      '-C': otherPlace,
      '-Z': text,
      '--manifest-path': { takes: 'value', role: 'read' },
      ...each('--target-dir --out-dir --artifact-dir', writes),
      ...each(
        [
          '-p --package -j --jobs --features -F --target --profile --message-format --color --test --bin',
          '--example --bench --lockfile-path --exclude --depth --prefix --format --edges -e --invert -i --prune -n --limit',
          '--vers --branch --rev --rename --output-format --filter-platform --format-version --charset --vcs --edition --name',
        ],
        text,
      ),
      ...each(
        [
          '-v -q -r --release --all-features --no-default-features --workspace --all --all-targets --lib',
          '--bins --tests --locked --offline --frozen --examples --benches --doc --no-run --no-fail-fast --keep-going -h -V',
          '--version --verbose --quiet --help --no-deps --document-private-items --ignore-rust-version --build-plan --unit-graph',
          '--future-incompat-report --no-dedupe --duplicates -d --check --list --dry-run --no-verify --allow-dirty --dev',
          '--build --optional --no-optional --recursive --aggressive --precise --lib-only --no-track --debug',
        ],
        flag,
      ),
      '--timings': { takes: 'glued', role: 'text' },
      '--open': flagged('executes', 'opens a browser'),
      '--fix': flagged('writes', 'edits files in place'),
    },
    optionsAnywhere: true,
    subcommands: {
      'build b check c test t clippy doc d bench tree metadata search': checks,
      'run r': { lenient: true, operands: 'loose', suggest: 'never' },
      'install uninstall add remove rm update fix clean new init': installs,
      'publish yank login owner': { ...installs, hazard: does('network', 'changes what is published') },
      'fmt version help': { lenient: true, operands: 'loose' },
    },
    otherSubcommand: does('executes', 'not a subcommand known here: another program'),
    operands: 'loose',
    suggest: 'never',
  },
  'gcc cc g++ c++ clang clang++ tcc': {
    lenient: true,
    options: {
      ...each('-wrapper -fplugin -specs -load -Xclang', runs('runs a program or loads code')),
      '-B': { takes: 'glued', hazard: does('executes', 'takes its own programs from another folder') },
      '-o': edits,
      ...each('-I -L -isystem -include -x -D -U -l -std -O -W -f -m -g', { takes: 'glued', role: 'text' }),
      ...each('-c -S -E -v -w -s', flag),
    },
    operands: 'loose',
    suggest: 'never',
  },
  cmake: {
    lenient: true,
    options: {
      ...each('-P --toolchain -C', runs('runs a script')),
      '-E': flagged('executes', 'runs a command'),
      ...each('-S -H --source', reads),
      '-B': edits,
      '--build': edits,
      ...each('-D -G -A -T -j --parallel --target --config', { takes: 'glued', role: 'text' }),
    },
    operands: 'loose',
    suggest: 'never',
  },
  ninja: {
    lenient: true,
    options: { '-C': reads, '-f': runs('takes its rules from another file'), ...each('-j -k -l -t -d -w', text) },
    operands: 'loose',
  },
  'mvn gradle gradlew ant sbt': {
    lenient: true,
    options: {
      ...each('-D -P', { takes: 'glued', role: 'text' }),
      ...each('-ntp -nsu -am -amd -fae -ff -fn -npr -npu -cpu -up -llr -ep -emp', flag),
      ...each('-pl -rf', text),
      ...each('-f --file -p --project-dir', otherPlace),
      ...each(
        '-I --init-script -b --build-file -c --settings-file -s --settings -gs',
        runs('takes its rules from another file'),
      ),
    },
    operands: 'loose',
    inspect: (call, found) => {
      for (const { word, index } of call.args) {
        if (/^-[DP][^=]*=.*\//.test(word.value)) found.hazard(does('executes', 'a setting can name a program'), index);
      }
    },
    suggest: 'never',
  },
  'bazel bazelisk buck2': {
    lenient: true,
    options: each(
      ['--run_under --workspace_status_command --script_path --override_repository', '--bazelrc --python_path'],
      runs('runs a program, or takes its code from elsewhere'),
    ),
    operands: 'loose',
    suggest: 'never',
  },
  'pip pipx': {
    lenient: true,
    options: {
      '--pre': flag,
      ...each('-r --requirement -c --constraint -e --editable', loose),
      ...each('-t --target --prefix --root --log --cache-dir', writes),
      ...each('-i --index-url --extra-index-url --trusted-host --proxy', {
        takes: 'value',
        hazard: does('network', 'takes packages from another place'),
      }),
      '--python': runs('runs another program'),
    },
    optionsAnywhere: true,
    subcommands: {
      'list show freeze check index search': { ...checks, lenient: true },
      install: { lenient: true, operands: 'loose', inspect: checkPackages, suggest: 'never' },
      'run runpip': runsNamed,
      config: { lenient: true, operands: 'loose', hazard: does('writes', 'changes settings'), suggest: 'never' },
    },
    operands: 'loose',
    suggest: 'never',
  },
  'uv poetry pipenv hatch pdm rye bundle mise asdf direnv': {
    lenient: true,
    options: { ...each('--directory --project -C --cwd', otherPlace) },
    subcommands: {
      'run exec x': runsNamed,
      tool: { lenient: true, subcommands: { run: runsNamed }, operands: 'loose' },
      publish: { ...installs, hazard: does('network', 'changes what is published') },
      shell: { lenient: true, operands: 'text', hazard: does('executes', 'opens a shell', 'exact') },
    },
    operands: 'loose',
    suggest: 'never',
  },
  rake: {
    lenient: true,
    options: {
      ...each('-f --rakefile -R --rakelibdir -r --require -I --libdir', runs('takes its rules from another file')),
      ...each('-e --execute -E --execute-continue -p --execute-print', runs('runs a program text')),
    },
    operands: 'loose',
    suggest: 'never',
  },
  composer: {
    lenient: true,
    options: { ...each('-d --working-dir', otherPlace) },
    subcommands: {
      exec: { ...runsNamed, hazard: does('executes', 'runs a program') },
      'config global': { lenient: true, operands: 'loose', hazard: does('writes', 'changes settings') },
    },
    operands: 'loose',
    suggest: 'never',
  },
  dotnet: {
    lenient: true,
    exactOptions: true,
    subcommands: {
      'exec fsi msbuild script tool': {
        lenient: true,
        operands: 'loose',
        hazard: does('executes', 'runs a program of its arguments'),
      },
      run: { lenient: true, options: { ...each('-p --project --file', otherPlace) }, operands: 'loose' },
    },
    operands: 'loose',
    inspect: (call, found) => {
      const [program] = call.operands;
      if (program !== undefined && /\.(?:dll|exe)$/i.test(program.text)) {
        found.hazard(does('executes', `runs the program ${program.text}`), program.index);
      }
    },
    suggest: 'never',
  },
  'rustc javac kotlinc swiftc': {
    lenient: true,
    options: {
      '-o -d': edits,
      ...each('-processorpath --processor-path -processor -Xplugin', runs('loads code into the compiler')),
      ...each('-C --codegen', { takes: 'value', role: 'text', hazard: does('executes', 'can choose another linker') }),
    },
    operands: 'loose',
    suggest: 'never',
  },
});

/** `pip install git+ext::x` has git start a helper. */
function checkPackages(call: Call, found: Findings): void {
  for (const { text: name, index } of call.operands) {
    if (name.includes('::')) found.hazard(does('executes', 'the address starts a helper'), index);
  }
}
