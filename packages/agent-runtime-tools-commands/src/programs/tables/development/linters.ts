import { inspectPytest, inspectEslint, inspectConfigOption } from '../../inspect/development/linters.ts';
import { runOperands } from '../../inspect/shell/run-operands.ts';
import { each, editsInPlace, flag, hazardFlag, maybePath, otherRules, reads, runs, text, writes } from '../entries.ts';
import { hazard, type Options, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

const loads = runs('loads code');
const runner = lazy((): Options => ({
  ...each(
    [
      '-r --require --import --loader --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv',
      '--testRunner --runner --transform --resolver --environment --testEnvironment --file',
    ],
    loads,
  ),
  ...each('--outputFile --coverageDirectory --cacheDirectory --reporter-option -O', writes),
  ...each('-c --config --root --rootDir --dir', maybePath),
  ...each('-t --testNamePattern --testPathPattern -g --grep -f --fgrep --shard --maxWorkers -w --project', text),
}));

/** Linters, formatters and test runners. */
export const linters: ProgramTable = () => ({
  pytest: {
    allowUnknownOptions: true,
    options: {
      '-p': text,
      ...each('--import-mode --pdbcls', runs('loads a module')),
      ...each('-o --override-ini', runs('changes how tests are found and run')),
      ...each('-c --config-file --rootdir --confcutdir --ignore --ignore-glob --deselect', reads),
      ...each('--junitxml --junit-xml --log-file --basetemp --resultlog --report-log', writes),
      ...each(
        [
          '-k -m -n -r -W --tb --maxfail --durations --timeout --cov-fail-under --log-level --log-cli-level',
          '--capture',
        ],
        text,
      ),
      ...each(
        ['-v -q -s -x -l --verbose --quiet --exitfirst --lf --ff --nf --sw --collect-only --co', '--showlocals'],
        flag,
      ),
      '--cov-report': text,
      '--debug': { takes: 'attached', hazard: hazard('writes', 'writes a file') },
      '--cov': { takes: 'attached', role: 'maybe-path' },
    },
    operands: 'maybe-path',
    inspect: inspectPytest,
  },
  eslint: {
    noAbbreviations: true,
    options: {
      ...each('-o --output-file', writes),
      ...each('--rulesdir --resolve-plugins-relative-to', runs('loads code')),
      ...each('-f --format --parser --plugin --rule --ext', text),
      ...each('-c --config', maybePath),
      ...each('--fix --fix-type', editsInPlace),
      ...each('--cache-location --cache-file', writes),
      ...each('--init', hazardFlag('executes', 'installs packages')),
      ...each(
        [
          '--env --global --parser-options --ignore-path --ignore-pattern --max-warnings --cache-strategy --flag',
          '--stdin-filename --report-unused-disable-directives-severity --report-unused-inline-configs',
        ],
        text,
      ),
      '--concurrency': text,
      ...each(
        [
          '-v -h --version --help --no-fix --no-eslintrc --no-config-lookup --quiet --color --no-color --cache',
          '--debug --no-inline-config --report-unused-disable-directives --stdin --no-ignore --fix-dry-run --stats',
          '--no-error-on-unmatched-pattern --error-on-unmatched-pattern --exit-on-fatal-error --pass-on-no-patterns',
          '--no-warn-ignored --warn-ignored --env-info --print-config --inspect-config --suppress-all',
        ],
        flag,
      ),
    },
    operands: 'maybe-path',
    inspect: inspectEslint,
  },
  'jest vitest mocha ava tap jasmine': {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: runner(),
    operands: 'maybe-path',
  },
  prettier: {
    noAbbreviations: true,
    options: {
      ...each('--plugin --plugin-search-dir', loads),
      ...each('-w --write', editsInPlace),
      ...each('--config --ignore-path', maybePath),
      ...each('--parser --print-width --tab-width --end-of-line --trailing-comma --log-level', text),
      ...each(
        [
          '-c --check -l --list-different -u --ignore-unknown -h --help -v --version --no-config --no-color',
          '--no-semi --semi --single-quote --jsx-single-quote --no-bracket-spacing --bracket-same-line --use-tabs',
          '--no-editorconfig --with-node-modules --require-pragma --insert-pragma --no-plugin-search --color',
          '--no-error-on-unmatched-pattern --debug-check --support-info --cache --no-cache',
        ],
        flag,
      ),
      ...each(
        [
          '--arrow-parens --prose-wrap --quote-props --html-whitespace-sensitivity --config-precedence',
          '--cache-strategy --stdin-filepath --embedded-language-formatting --object-wrap',
          '--experimental-operator-position',
        ],
        text,
      ),
      ...each('--find-config-path --file-info', reads),
      '--cache-location': writes,
    },
    operands: 'maybe-path',
    inspect: inspectConfigOption,
  },
  'webpack rollup vite esbuild parcel': {
    allowUnknownOptions: true,
    noAbbreviations: true,
    options: { ...each('-c --config --require --plugin --configPlugin', loads) },
    operands: 'maybe-path',
    suggest: 'never',
  },
  pylint: {
    allowUnknownOptions: true,
    options: { ...each('--init-hook --load-plugins --rcfile', loads), '--output': writes },
    operands: 'maybe-path',
  },
  'mypy ruff black isort flake8': {
    allowUnknownOptions: true,
    options: {
      ...each('--fix --unsafe-fixes', editsInPlace),
      ...each(
        [
          '--output-file --junit-xml --html-report --txt-report --xml-report --cobertura-xml-report',
          '--any-exprs-report --linecount-report --lineprecision-report --xslt-html-report --cache-dir',
        ],
        writes,
      ),
      ...each('--install-types --add-noqa', hazardFlag('executes', 'installs packages, or changes files')),
      ...each('--bug-report --show-source --statistics --quiet --verbose -q -v', flag),
      '--python-executable': runs('runs another program'),
      ...each('--config --config-file', maybePath),
    },
    operands: 'maybe-path',
    inspect: inspectConfigOption,
  },
  stylelint: {
    allowUnknownOptions: true,
    options: {
      ...each('--custom-syntax --custom-formatter --plugins --config-basedir', loads),
      ...each('-c --config', maybePath),
      ...each('-o --output-file --cache-location', writes),
      '--fix': editsInPlace,
    },
    operands: 'maybe-path',
    inspect: inspectConfigOption,
  },
  rubocop: {
    allowUnknownOptions: true,
    options: {
      ...each('-r --require --plugin', loads),
      ...each('-c --config', maybePath),
      ...each('-o --out', writes),
      ...each('-a -A -x --autocorrect --autocorrect-all --fix-layout --auto-gen-config', editsInPlace),
    },
    operands: 'maybe-path',
    inspect: inspectConfigOption,
  },
  'tox nox pre-commit': {
    allowUnknownOptions: true,
    options: each('-c --config -f --noxfile', otherRules),
    operands: 'maybe-path',
  },
  coverage: {
    allowUnknownOptions: true,
    subcommands: {
      run: {
        allowUnknownOptions: true,
        optionStyle: 'leading',
        operands: { first: ['script'], rest: 'maybe-path' },
        suggest: 'never',
      },
      'html xml json lcov': {
        allowUnknownOptions: true,
        options: each('-d --directory -o', writes),
        operands: 'maybe-path',
      },
    },
    operands: 'maybe-path',
  },
  rspec: {
    allowUnknownOptions: true,
    options: { ...each('-r --require -I', loads), '-o --out': writes },
    operands: 'maybe-path',
  },
  phpunit: {
    allowUnknownOptions: true,
    options: each('--bootstrap -c --configuration --printer --loader', loads),
    operands: 'maybe-path',
  },
  ctest: {
    allowUnknownOptions: true,
    options: each(
      '-S -SP --script --test-command --build-and-test --build-makeprogram --overwrite',
      runs('runs a script'),
    ),
    operands: 'maybe-path',
  },
  'gulp grunt jake': {
    allowUnknownOptions: true,
    options: each('-f --gulpfile --gruntfile --jakefile -r --require --cwd --base --tasks', loads),
    operands: 'maybe-path',
    suggest: 'never',
  },
  'onchange chokidar start-server-and-test start-test': {
    allowUnknownOptions: true,
    options: { '-c --command': { takes: 'value', role: 'shell' } },
    operands: 'text',
    hazard: hazard('executes', 'runs commands', 'exact'),
    suggest: 'never',
  },
  'nodemon concurrently lerna c8 nyc': {
    allowUnknownOptions: true,
    wrapper: 'named',
    optionStyle: 'leading',
    options: { ...each('-x --exec', { takes: 'value', role: 'shell', hazard: hazard('executes', 'runs a command') }) },
    operands: 'text',
    inspect: runOperands,
    suggest: 'never',
  },
});
