import {
  inspectMake,
  inspectJavaBuild,
  inspectPipInstall,
  inspectDotnet,
} from '../../inspect/development/build-tools.ts';
import { runOperands } from '../../inspect/shell/run-operands.ts';
import {
  hazard,
  each,
  edits,
  flag,
  hazardFlag,
  maybePath,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Program,
  type ProgramTable,
} from '../../program.ts';

const otherPlace: OptionUse = { takes: 'value', role: 'read', hazard: hazard('executes', 'works in another project') };
const runsNamed: Program = {
  allowUnknownOptions: true,
  wrapper: 'named',
  optionStyle: 'leading',
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
};
const installs: Program = { allowUnknownOptions: true, operands: 'maybe-path', suggest: 'never' };
const checks: Program = { operands: 'maybe-path', suggest: 'subcommand' };

/** Compilers and the tools that drive them. */
export const buildTools: ProgramTable = () => ({
  'make gmake': {
    options: {
      ...each(
        ['-f --file --makefile -I --include-dir -W --what-if --new-file --assume-new -o --old-file', '--assume-old'],
        { takes: 'value', role: 'read', hazard: hazard('executes', 'takes its rules from another file') },
      ),
      '-C --directory': otherPlace,
      ...each('-E --eval', runs('runs rules given in the command')),
      ...each('-j --jobs -l --load-average --max-load -O --output-sync --debug --shuffle', {
        takes: 'attached',
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
    operands: 'maybe-path',
    inspect: inspectMake,
  },
  cargo: {
    noAbbreviations: true,
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
      '--timings': { takes: 'attached', role: 'text' },
      '--open': hazardFlag('executes', 'opens a browser'),
      '--fix': hazardFlag('writes', 'edits files in place'),
    },
    optionsAnywhere: true,
    subcommands: {
      'build b check c test t clippy doc d bench tree metadata search': checks,
      'run r': { allowUnknownOptions: true, operands: 'maybe-path', suggest: 'never' },
      'install uninstall add remove rm update fix clean new init': installs,
      'publish yank login owner': { ...installs, hazard: hazard('network', 'changes what is published') },
      'fmt version help': { allowUnknownOptions: true, operands: 'maybe-path' },
    },
    unknownSubcommand: hazard('executes', 'not a subcommand known here: another program'),
    operands: 'maybe-path',
    suggest: 'never',
  },
  'gcc cc g++ c++ clang clang++ tcc': {
    allowUnknownOptions: true,
    options: {
      ...each('-wrapper -fplugin -specs -load -Xclang', runs('runs a program or loads code')),
      '-B': { takes: 'attached', hazard: hazard('executes', 'takes its own programs from another folder') },
      '-o': edits,
      ...each('-I -L -isystem -include -x -D -U -l -std -O -W -f -m -g', { takes: 'attached', role: 'text' }),
      ...each('-c -S -E -v -w -s', flag),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  cmake: {
    allowUnknownOptions: true,
    options: {
      ...each('-P --toolchain -C', runs('runs a script')),
      '-E': hazardFlag('executes', 'runs a command'),
      ...each('-S -H --source', reads),
      '-B': edits,
      '--build': edits,
      ...each('-D -G -A -T -j --parallel --target --config', { takes: 'attached', role: 'text' }),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  ninja: {
    allowUnknownOptions: true,
    options: { '-C': reads, '-f': runs('takes its rules from another file'), ...each('-j -k -l -t -d -w', text) },
    operands: 'maybe-path',
  },
  'mvn gradle gradlew ant sbt': {
    allowUnknownOptions: true,
    options: {
      ...each('-D -P', { takes: 'attached', role: 'text' }),
      ...each('-ntp -nsu -am -amd -fae -ff -fn -npr -npu -cpu -up -llr -ep -emp', flag),
      ...each('-pl -rf', text),
      ...each('-f --file -p --project-dir', otherPlace),
      ...each(
        '-I --init-script -b --build-file -c --settings-file -s --settings -gs',
        runs('takes its rules from another file'),
      ),
    },
    operands: 'maybe-path',
    inspect: inspectJavaBuild,
    suggest: 'never',
  },
  'bazel bazelisk buck2': {
    allowUnknownOptions: true,
    options: each(
      ['--run_under --workspace_status_command --script_path --override_repository', '--bazelrc --python_path'],
      runs('runs a program, or takes its code from elsewhere'),
    ),
    operands: 'maybe-path',
    suggest: 'never',
  },
  'pip pipx': {
    allowUnknownOptions: true,
    options: {
      '--pre': flag,
      ...each('-r --requirement -c --constraint -e --editable', maybePath),
      ...each('-t --target --prefix --root --log --cache-dir', writes),
      ...each('-i --index-url --extra-index-url --trusted-host --proxy', {
        takes: 'value',
        hazard: hazard('network', 'takes packages from another place'),
      }),
      '--python': runs('runs another program'),
    },
    optionsAnywhere: true,
    subcommands: {
      'list show freeze check index search': { ...checks, allowUnknownOptions: true },
      install: { allowUnknownOptions: true, operands: 'maybe-path', inspect: inspectPipInstall, suggest: 'never' },
      'run runpip': runsNamed,
      config: {
        allowUnknownOptions: true,
        operands: 'maybe-path',
        hazard: hazard('writes', 'changes settings'),
        suggest: 'never',
      },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  'uv poetry pipenv hatch pdm rye bundle mise asdf direnv': {
    allowUnknownOptions: true,
    options: { ...each('--directory --project -C --cwd', otherPlace) },
    subcommands: {
      'run exec x': runsNamed,
      tool: { allowUnknownOptions: true, subcommands: { run: runsNamed }, operands: 'maybe-path' },
      publish: { ...installs, hazard: hazard('network', 'changes what is published') },
      shell: { allowUnknownOptions: true, operands: 'text', hazard: hazard('executes', 'opens a shell', 'exact') },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  rake: {
    allowUnknownOptions: true,
    options: {
      ...each('-f --rakefile -R --rakelibdir -r --require -I --libdir', runs('takes its rules from another file')),
      ...each('-e --execute -E --execute-continue -p --execute-print', runs('runs a program text')),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  composer: {
    allowUnknownOptions: true,
    options: { ...each('-d --working-dir', otherPlace) },
    subcommands: {
      exec: { ...runsNamed, hazard: hazard('executes', 'runs a program') },
      'config global': {
        allowUnknownOptions: true,
        operands: 'maybe-path',
        hazard: hazard('writes', 'changes settings'),
      },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  dotnet: {
    allowUnknownOptions: true,
    noAbbreviations: true,
    subcommands: {
      'exec fsi msbuild script tool': {
        allowUnknownOptions: true,
        operands: 'maybe-path',
        hazard: hazard('executes', 'runs a program of its arguments'),
      },
      run: {
        allowUnknownOptions: true,
        options: { ...each('-p --project --file', otherPlace) },
        operands: 'maybe-path',
      },
    },
    operands: 'maybe-path',
    inspect: inspectDotnet,
    suggest: 'never',
  },
  'rustc javac kotlinc swiftc': {
    allowUnknownOptions: true,
    options: {
      '-o -d': edits,
      ...each('-processorpath --processor-path -processor -Xplugin', runs('loads code into the compiler')),
      ...each('-C --codegen', {
        takes: 'value',
        role: 'text',
        hazard: hazard('executes', 'can choose another linker'),
      }),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
});
