import { inspectDeclaration } from '../../inspect/shell/declarations.ts';
import {
  inspectPrintf,
  inspectSet,
  inspectTest,
  inspectAlias,
  inspectCd,
  inspectEval,
  inspectPopd,
} from '../../inspect/shell/builtins.ts';
import { each, flag, runs, text } from '../entries.ts';
import { hazard, type OptionUse, type Program, type ProgramTable } from '../../program.ts';

const variable: OptionUse = { takes: 'value', role: 'variable' };
const changesShell: Program = {
  allowUnknownOptions: true,
  hazard: hazard('executes', 'changes what later commands mean', 'exact'),
  operands: 'text',
  suggest: 'never',
};
const declaration: Program = { skipOptionParsing: true, inspect: inspectDeclaration, suggest: 'never' };
/** Changes the folder in which later commands are analysed. */
const folder: Program = { skipOptionParsing: true, inspect: inspectCd, controlFlowOnly: true, suggest: 'never' };

/** Commands that are built into the shell. */
export const builtins: ProgramTable = () => ({
  'true false :': { alwaysHarmless: true, controlFlowOnly: true, suggest: 'never' },
  'exit return break continue': { alwaysHarmless: true, controlFlowOnly: true, suggest: 'never' },
  echo: { alwaysHarmless: true, suggest: 'prefix' },
  printf: { skipOptionParsing: true, inspect: inspectPrintf, suggest: 'prefix' },
  'test [': { skipOptionParsing: true, inspect: inspectTest, controlFlowOnly: true, suggest: 'never' },
  'cd pushd': folder,
  popd: { operands: 'text', inspect: inspectPopd, suggest: 'never' },
  'pwd dirs fg bg disown suspend times ulimit umask type caller help kill shift logout': {
    allowUnknownOptions: true,
    operands: 'text',
  },
  jobs: {
    optionStyle: 'leading',
    wrapper: 'opaque',
    options: { '-x': { takes: 'value', role: 'command', endsOptions: true }, ...each('-l -n -p -r -s', flag) },
    operands: 'text',
  },
  set: { skipOptionParsing: true, inspect: inspectSet, controlFlowOnly: true, suggest: 'never' },
  export: { ...declaration, controlFlowOnly: true },
  'declare typeset local readonly': declaration,
  unset: { options: each('-f -v -n', flag), operands: 'variable', suggest: 'never' },
  read: {
    options: { '-a': variable, ...each('-d -i -n -N -p -t -u', text), ...each('-e -r -s', flag) },
    operands: 'variable',
    controlFlowOnly: true,
    suggest: 'never',
  },
  'mapfile readarray': {
    options: {
      '-C': runs('runs a command for the lines it reads'),
      ...each('-d -n -O -s -u -c', text),
      '-t': flag,
    },
    operands: 'variable',
    suggest: 'never',
  },
  getopts: { operands: { first: ['text', 'variable'], rest: 'text' }, suggest: 'never' },
  wait: {
    options: { '-p': variable, ...each('-n -f', flag) },
    operands: 'text',
    controlFlowOnly: true,
    suggest: 'never',
  },
  let: {
    allowUnknownOptions: true,
    hazard: hazard('executes', 'arithmetic evaluates the values of variables and can run commands', 'exact'),
    operands: 'text',
  },
  hash: {
    options: { '-p': runs('maps a command name to another file'), ...each('-r -l -d -t', flag) },
    operands: 'text',
    suggest: 'never',
  },
  'source .': {
    optionStyle: 'leading',
    operands: { first: ['script'], rest: 'maybe-path' },
    suggest: 'never',
  },
  eval: { skipOptionParsing: true, wrapper: 'transparent', inspect: inspectEval, suggest: 'never' },
  trap: {
    optionStyle: 'leading',
    options: each('-l -p', flag),
    operands: { first: ['shell'], rest: 'text' },
    hazard: hazard('executes', 'sets what runs later', 'exact'),
    suggest: 'never',
  },
  alias: { ...changesShell, inspect: inspectAlias },
  'unalias shopt bind complete compopt compgen enable fc history': changesShell,
});
