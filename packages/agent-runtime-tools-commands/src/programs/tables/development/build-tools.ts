import {
  inspectMake,
  inspectJavaBuild,
  inspectPipInstall,
  inspectDotnet,
} from '../../inspect/development/build-tools.ts';
import {
  attached,
  each,
  edits,
  editsInPlace,
  flag,
  hazardFlag,
  maybePath,
  permissive,
  otherRules,
  otherProject,
  namedHazard,
  reads,
  runs,
  runsNamedCommand,
  text,
  writes,
} from '../entries.ts';
import { hazard, type Program, type ProgramTable } from '../../program.ts';

const installs: Program = permissive;
const checks: Program = { operands: 'maybe-path', suggest: 'subcommand' };

/** Compilers, build tools and package managers. */
export const buildTools: ProgramTable = () => ({
  'make gmake': {
    options: {
      ...each(
        ['-f --file --makefile -I --include-dir -W --what-if --new-file --assume-new -o --old-file', '--assume-old'],
        { takes: 'value', role: 'read', hazard: hazard('executes', 'takes its rules from another file') },
      ),
      '-C --directory': otherProject,
      ...each('-E --eval', runs('runs rules given in the command')),
      ...each('-j --jobs -l --load-average --max-load -O --output-sync --debug --shuffle', attached),
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
      '-C': otherProject,
      '-Z': text,
      '--manifest-path': reads,
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
      '--timings': attached,
      '--open': hazardFlag('executes', 'opens a browser'),
      '--fix': editsInPlace,
    },
    optionsAnywhere: true,
    subcommands: {
      'build b check c test t clippy doc d bench tree metadata search': checks,
      'run r': permissive,
      'install uninstall add remove rm update fix clean new init': installs,
      'publish yank login owner': { ...installs, hazard: hazard('network', 'changes what is published') },
      'fmt version help': { allowUnknownOptions: true, operands: 'maybe-path' },
    },
    unknownSubcommand: hazard('executes', 'is not a known subcommand: another program'),
    operands: 'maybe-path',
    suggest: 'never',
  },
  'gcc cc g++ c++ clang clang++ tcc': {
    allowUnknownOptions: true,
    options: {
      ...each('-wrapper -fplugin -specs -load -Xclang', runs('runs a program or loads code')),
      '-B': { takes: 'attached', hazard: hazard('executes', 'takes its own programs from another folder') },
      '-o': edits,
      ...each('-I -L -isystem -include -x -D -U -l -std -O -W -f -m -g', attached),
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
      ...each('-D -G -A -T -j --parallel --target --config', attached),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  ninja: {
    allowUnknownOptions: true,
    options: { '-C': reads, '-f': otherRules, ...each('-j -k -l -t -d -w', text) },
    operands: 'maybe-path',
  },
  'mvn gradle gradlew ant sbt': {
    allowUnknownOptions: true,
    options: {
      ...each('-D -P', attached),
      ...each('-ntp -nsu -am -amd -fae -ff -fn -npr -npu -cpu -up -llr -ep -emp', flag),
      ...each('-pl -rf', text),
      ...each('-f --file -p --project-dir', otherProject),
      ...each('-I --init-script -b --build-file -c --settings-file -s --settings -gs', otherRules),
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
        hazard: hazard('network', 'takes packages from another registry'),
      }),
      '--python': runs('runs another program'),
    },
    optionsAnywhere: true,
    subcommands: {
      'list show freeze check index search': { ...checks, allowUnknownOptions: true },
      install: { allowUnknownOptions: true, operands: 'maybe-path', inspect: inspectPipInstall, suggest: 'never' },
      'run runpip': runsNamedCommand,
      config: namedHazard('writes', 'changes settings'),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  'uv poetry pipenv hatch pdm rye bundle mise asdf direnv': {
    allowUnknownOptions: true,
    options: { ...each('--directory --project -C --cwd', otherProject) },
    subcommands: {
      'run exec x': runsNamedCommand,
      tool: { allowUnknownOptions: true, subcommands: { run: runsNamedCommand }, operands: 'maybe-path' },
      publish: { ...installs, hazard: hazard('network', 'changes what is published') },
      shell: { allowUnknownOptions: true, operands: 'text', hazard: hazard('executes', 'opens a shell', 'exact') },
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  rake: {
    allowUnknownOptions: true,
    options: {
      ...each('-f --rakefile -R --rakelibdir -r --require -I --libdir', otherRules),
      ...each('-e --execute -E --execute-continue -p --execute-print', runs('runs code given in the command')),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  composer: {
    allowUnknownOptions: true,
    options: { ...each('-d --working-dir', otherProject) },
    subcommands: {
      exec: { ...runsNamedCommand, hazard: hazard('executes', 'runs a program') },
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
        options: { ...each('-p --project --file', otherProject) },
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
