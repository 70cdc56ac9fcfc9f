import { hasOption, type Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { noteLoosePath } from '../calls/loose-path.ts';
import { runOperands } from './run-operands.ts';
import {
  RUNS_INPUT,
  does,
  each,
  flag,
  flagged,
  loose,
  runs,
  text,
  writes,
  type OptionUse,
  type Options,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';

const code: OptionUse = { takes: 'value', role: 'code' };
const otherPlace: OptionUse = { takes: 'value', role: 'read', hazard: does('executes', 'works in another project') };

/** What package managers understand anywhere in their arguments. */
const settings: Options = {
  ...each('--prefix -C --dir --cwd', otherPlace),
  ...each(
    [
      '--script-shell --shell --node-options --init-module --editor --viewer --git --call',
      '--onload-script --node-gyp --python --browser',
    ],
    runs('changes which program runs'),
  ),
  ...each('--userconfig --globalconfig --config', runs('takes its settings from a file')),
  ...each('--registry --proxy --https-proxy --cafile', {
    takes: 'value',
    hazard: does('network', 'takes packages from another place'),
  }),
  ...each(
    ['--ignore-scripts --foreground-scripts --force --silent --json --no-audit --no-fund --if-present', '--workspaces'],
    flag,
  ),
  ...each(
    [
      '-s -f -D -E -O -P -q --quiet --save-dev --save-exact --save-optional --save-peer --save',
      '--production --frozen-lockfile --prefer-offline',
    ],
    flag,
  ),
  ...each(['--filter -F --loglevel --omit --include --tag --otp --access --depth', '--lockfile-dir'], text),
  ...each('-w --workspace', loose),
  '--use-yarnrc': runs('takes its settings from a file'),
  ...each('-g --global', flagged('writes', 'changes programs for every project')),
};

const PUBLISHES = does('network', 'changes what is published');

/** `npm run x -- args`: everything after the script's name is its own. */
const runner: Program = { lenient: true, operands: 'loose', inspect: checkSettings, suggest: 'exact' };
const reading: Program = { lenient: true, operands: 'loose', inspect: checkSettings, suggest: 'subcommand' };
const fetcher: Program = { lenient: true, operands: 'loose', inspect: checkSettings, suggest: 'never' };
const exec: Program = {
  wrapper: 'named',
  style: 'leading',
  options: {
    ...each('-p --package', text),
    ...each('-c --call --shell-mode', { takes: 'value', role: 'shell' }),
    ...each('-y --yes --no-install --no -q --quiet --silent --offline --prefer-offline --version --help -v -h', flag),
  },
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
};

const manager: Program = {
  lenient: true,
  options: settings,
  optionsAnywhere: true,
  subcommands: {
    'run run-script rum urn test t tst start stop restart build lint': runner,
    'exec x dlx': exec,
    'init create innit': {
      lenient: true,
      operands: 'loose',
      inspect: (call, found) => {
        const [initializer] = call.operands;
        if (initializer !== undefined) found.hazard(does('executes', 'runs a package'), initializer.index);
      },
      suggest: 'never',
    },
    'explore edit node': {
      lenient: true,
      operands: 'loose',
      hazard: does('executes', 'runs a program of its arguments or settings', 'exact'),
      suggest: 'never',
    },
    'install i add ci update up upgrade remove rm uninstall link unlink rebuild dedupe prune': fetcher,
    'publish unpublish deprecate owner access token login logout adduser dist-tag org team profile hook': {
      lenient: true,
      operands: 'loose',
      hazard: does('network', 'changes what is published'),
      suggest: 'never',
    },
    'docs home bugs repo': {
      lenient: true,
      operands: 'loose',
      hazard: does('executes', 'opens a browser'),
    },
    'config set c setup': {
      lenient: true,
      operands: 'loose',
      hazard: does('writes', 'changes settings'),
      suggest: 'never',
    },
    'ls list ll la outdated view info show why explain audit': reading,
    pkg: {
      lenient: true,
      subcommands: { get: reading },
      otherSubcommand: does('writes', 'changes package.json'),
      operands: 'loose',
    },
    version: {
      ...reading,
      inspect: (call, found) => {
        const [step] = call.operands;
        if (step !== undefined) found.hazard(does('writes', 'changes the version and the repository'), step.index);
      },
    },
    'root bin prefix help search ping doctor fund licenses': reading,
  },
  operands: 'loose',
  inspect: checkSettings,
};

/** `--config.script-shell=x`: any setting of pnpm. */
function checkSettings(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (word.value === '--') return;
    if (word.value.startsWith('--config.')) {
      found.hazard(does('executes', 'changes settings, which can name programs to run'), index);
    }
  }
}

/** Node.js and its package managers. */
export const javascript: ProgramTable = () => ({
  npm: manager,
  'pnpm yarn': {
    ...manager,
    subcommands: {
      ...manager.subcommands,
      'dev preview typecheck type-check check format coverage e2e serve storybook codegen': runner,
      'workspace workspaces': {
        lenient: true,
        operands: 'loose',
        inspect: (call, found) => {
          const other = call.operands.find(({ text: word }) => /^(?:exec|dlx|node|npm|run-script|create)$/.test(word));
          if (other !== undefined) found.hazard(does('executes', 'runs a program', 'exact'), other.index);
        },
      },
      'fetch import store cache pack patch patch-commit licenses audit self-update env approve-builds': fetcher,
      npm: { lenient: true, subcommands: { info: reading }, otherSubcommand: PUBLISHES, operands: 'loose' },
    },
    otherSubcommand: does('executes', 'runs a script of the project, or any program of that name'),
  },
  'npx bunx pnpx': exec,
  'node nodejs': {
    exactOptions: true,
    style: 'leading',
    options: {
      ...each('-e --eval -p --print', code),
      ...each(
        [
          '-r --require --import --loader --experimental-loader --env-file --env-file-if-exists',
          '--openssl-config --experimental-config-file --build-snapshot --snapshot-blob',
          '--experimental-sea-config',
        ],
        runs('loads code before the script'),
      ),
      ...each('--inspect --inspect-brk --inspect-wait --inspect-port', {
        takes: 'glued',
        hazard: does('network', 'opens a port for a debugger'),
      }),
      '--run': runs('runs a script of the project'),
      '--test': flagged('executes', 'runs the tests of the project'),
      ...each(
        [
          '--redirect-warnings --cpu-prof-dir --heap-prof-dir --diagnostic-dir --report-dir',
          '--report-directory --trace-event-file-pattern --test-reporter-destination',
        ],
        writes,
      ),
      ...each(
        [
          '-C --conditions --stack-trace-limit --max-old-space-size --test-name-pattern --test-reporter',
          '--test-concurrency --test-timeout --input-type --unhandled-rejections',
        ],
        text,
      ),
      ...each(
        [
          '-c --check -v --version -h --help --watch --no-warnings --enable-source-maps',
          '--experimental-strip-types --trace-warnings --expose-gc --experimental-vm-modules',
        ],
        flag,
      ),
      '-i --interactive': flagged('executes', 'reads code from the input'),
    },
    operands: 'text',
    inspect: readNode,
    suggest: 'never',
  },
  'deno bun': {
    lenient: true,
    exactOptions: true,
    options: {
      ...settings,
      ...each('-e --eval -p --print', code),
      ...each('-r --require --preload --import-map', runs('loads code before the script')),
    },
    optionsAnywhere: true,
    subcommands: {
      'run serve': {
        lenient: true,
        style: 'leading',
        operands: { first: ['script'], rest: 'loose' },
        suggest: 'never',
      },
      'eval repl': {
        lenient: true,
        operands: 'code',
        hazard: does('executes', 'runs a program text'),
        suggest: 'never',
      },
      'x exec create': exec,
      'test check lint fmt info doc types bench': { lenient: true, operands: 'loose', suggest: 'subcommand' },
      'install i add remove update task build compile cache link': fetcher,
    },
    operands: { first: ['script'], rest: 'loose' },
    suggest: 'never',
  },
});

function readNode(call: Call, found: Findings): void {
  const [first, ...others] = call.operands;
  const runsNothing = hasOption(call, '-c', '--check', '-v', '--version', '-h', '--help');
  const codeIsGiven = hasOption(call, '-e', '--eval', '-p', '--print', '--run', '--test');
  if (first === undefined) {
    if (!runsNothing && !codeIsGiven) {
      found.hazard(RUNS_INPUT, call.args.length);
    }
    return;
  }
  if (first.text === '-') found.hazard(RUNS_INPUT, first.index);
  if (first.kind === 'literal') found.path('read', first);
  if (!runsNothing && !codeIsGiven) found.hazard(does('executes', `runs the script ${first.text}`), first.index);
  for (const other of others) {
    if (other.kind === 'literal') noteLoosePath(found, other.text, other.index, true);
    else found.unknownArgument(other.index);
  }
}
