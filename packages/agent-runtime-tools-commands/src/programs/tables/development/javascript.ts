import { inspectNode } from '../../inspect/development/scripts.ts';
import {
  inspectPackageManager,
  inspectInit,
  inspectVersion,
  inspectYarnWorkspace,
} from '../../inspect/development/javascript.ts';
import { runOperands } from '../../inspect/shell/run-operands.ts';
import {
  code,
  each,
  exactRuleOnly,
  flag,
  hazardFlag,
  maybePath,
  otherProject,
  namedHazard,
  runs,
  text,
  writes,
} from '../entries.ts';
import { hazard, type Options, type Program, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

/** Options that package managers accept before and after the subcommand. */
const settings = lazy((): Options => ({
  ...each('--prefix -C --dir --cwd', otherProject),
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
    hazard: hazard('network', 'takes packages from another registry'),
  }),
  ...each(
    [
      '--ignore-scripts --foreground-scripts --force --silent --json --no-audit --no-fund --if-present',
      '--workspaces -s -f -D -E -O -P -q --quiet --save-dev --save-exact --save-optional --save-peer --save',
      '--production --frozen-lockfile --prefer-offline',
    ],
    flag,
  ),
  ...each(['--filter -F --loglevel --omit --include --tag --otp --access --depth', '--lockfile-dir'], text),
  ...each('-w --workspace', maybePath),
  '--use-yarnrc': runs('takes its settings from a file'),
  ...each('-g --global', hazardFlag('writes', 'changes programs for every project')),
}));

const PUBLISHES = hazard('network', 'changes what is published');

/** `npm run x -- args`: the arguments after the script's name belong to the script. */
const runner: Program = {
  allowUnknownOptions: true,
  operands: 'maybe-path',
  inspect: inspectPackageManager,
  suggest: 'exact',
};
const reading: Program = {
  allowUnknownOptions: true,
  operands: 'maybe-path',
  inspect: inspectPackageManager,
  suggest: 'subcommand',
};
const fetcher: Program = {
  allowUnknownOptions: true,
  operands: 'maybe-path',
  inspect: inspectPackageManager,
  suggest: 'never',
};
const exec = lazy((): Program => ({
  wrapper: 'named',
  optionStyle: 'leading',
  options: {
    ...each('-p --package', text),
    ...each('-c --call --shell-mode', { takes: 'value', role: 'shell' }),
    ...each('-y --yes --no-install --no -q --quiet --silent --offline --prefer-offline --version --help -v -h', flag),
  },
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
}));

const manager = lazy((): Program => ({
  allowUnknownOptions: true,
  options: settings(),
  optionsAnywhere: true,
  subcommands: {
    'run run-script rum urn test t tst start stop restart build lint': runner,
    'exec x dlx': exec(),
    'init create innit': {
      allowUnknownOptions: true,
      operands: 'maybe-path',
      inspect: inspectInit,
      suggest: 'never',
    },
    'explore edit node': exactRuleOnly('executes', 'runs a program of its arguments or settings'),
    'install i add ci update up upgrade remove rm uninstall link unlink rebuild dedupe prune': fetcher,
    'publish unpublish deprecate owner access token login logout adduser dist-tag org team profile hook': namedHazard(
      'network',
      'changes what is published',
    ),
    'docs home bugs repo': {
      allowUnknownOptions: true,
      operands: 'maybe-path',
      hazard: hazard('executes', 'opens a browser'),
    },
    'config set c setup': namedHazard('writes', 'changes settings'),
    'ls list ll la outdated view info show why explain audit': reading,
    pkg: {
      allowUnknownOptions: true,
      subcommands: { get: reading },
      unknownSubcommand: hazard('writes', 'changes package.json'),
      operands: 'maybe-path',
    },
    version: {
      ...reading,
      inspect: inspectVersion,
    },
    'root bin prefix help search ping doctor fund licenses': reading,
  },
  operands: 'maybe-path',
  inspect: inspectPackageManager,
}));

/** Node.js, Deno, Bun and the package managers. */
export const javascript: ProgramTable = () => ({
  npm: manager(),
  'pnpm yarn': {
    ...manager(),
    subcommands: {
      ...manager().subcommands,
      'dev preview typecheck type-check check format coverage e2e serve storybook codegen': runner,
      'workspace workspaces': {
        allowUnknownOptions: true,
        operands: 'maybe-path',
        inspect: inspectYarnWorkspace,
      },
      'fetch import store cache pack patch patch-commit licenses audit self-update env approve-builds': fetcher,
      npm: {
        allowUnknownOptions: true,
        subcommands: { info: reading },
        unknownSubcommand: PUBLISHES,
        operands: 'maybe-path',
      },
    },
    unknownSubcommand: hazard('executes', 'runs a script of the project, or any program of that name'),
  },
  'npx bunx pnpx': exec(),
  'node nodejs': {
    noAbbreviations: true,
    optionStyle: 'leading',
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
        takes: 'attached',
        hazard: hazard('network', 'opens a port for a debugger'),
      }),
      '--run': runs('runs a script of the project'),
      '--test': hazardFlag('executes', 'runs the tests of the project'),
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
      '-i --interactive': hazardFlag('executes', 'reads code from the input'),
    },
    operands: 'text',
    inspect: inspectNode,
    suggest: 'never',
  },
  'deno bun': {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: {
      ...settings(),
      ...each('-e --eval -p --print', code),
      ...each('-r --require --preload --import-map', runs('loads code before the script')),
    },
    optionsAnywhere: true,
    subcommands: {
      'run serve': {
        allowUnknownOptions: true,
        optionStyle: 'leading',
        operands: { first: ['script'], rest: 'maybe-path' },
        suggest: 'never',
      },
      'eval repl': {
        allowUnknownOptions: true,
        operands: 'code',
        hazard: hazard('executes', 'runs code given in the command'),
        suggest: 'never',
      },
      'x exec create': exec(),
      'test check lint fmt info doc types bench': {
        allowUnknownOptions: true,
        operands: 'maybe-path',
        suggest: 'subcommand',
      },
      'install i add remove update task build compile cache link': fetcher,
    },
    operands: { first: ['script'], rest: 'maybe-path' },
    suggest: 'never',
  },
});
