import { checkDeclaration } from './builtin-declare.ts';
import { checkPrintf, checkSet, checkTest, readAlias, readCd, readEval } from './builtin-inspectors.ts';
import { does, each, flag, runs, text, type OptionUse, type Program, type ProgramTable } from './vocabulary.ts';

const variable: OptionUse = { takes: 'value', role: 'variable' };
const changesShell: Program = {
  lenient: true,
  hazard: does('executes', 'changes what later commands mean', 'exact'),
  operands: 'text',
  suggest: 'never',
};
const declaration: Program = { raw: true, inspect: checkDeclaration, suggest: 'never' };
/** The commands that follow are judged in that folder. */
const folder: Program = { raw: true, inspect: readCd, control: true, suggest: 'never' };

/** Commands of the shell itself. */
export const builtins: ProgramTable = () => ({
  'true false :': { anyArguments: true, control: true, suggest: 'never' },
  'exit return break continue': { anyArguments: true, control: true, suggest: 'never' },
  echo: { anyArguments: true, suggest: 'prefix' },
  printf: { raw: true, inspect: checkPrintf, suggest: 'prefix' },
  'test [': { raw: true, inspect: checkTest, control: true, suggest: 'never' },
  'cd pushd': folder,
  popd: { operands: 'text', inspect: (_, found) => void (found.directory = { to: undefined }), suggest: 'never' },
  'pwd dirs fg bg disown suspend times ulimit umask type caller help kill shift logout': {
    lenient: true,
    operands: 'text',
  },
  jobs: {
    style: 'leading',
    wrapper: 'opaque',
    options: { '-x': { takes: 'value', role: 'command', ends: true }, ...each('-l -n -p -r -s', flag) },
    operands: 'text',
  },
  set: { raw: true, inspect: checkSet, control: true, suggest: 'never' },
  export: { ...declaration, control: true },
  'declare typeset local readonly': declaration,
  unset: { options: each('-f -v -n', flag), operands: 'variable', suggest: 'never' },
  read: {
    options: { '-a': variable, ...each('-d -i -n -N -p -t -u', text), ...each('-e -r -s', flag) },
    operands: 'variable',
    control: true,
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
    control: true,
    suggest: 'never',
  },
  let: {
    lenient: true,
    hazard: does('executes', 'arithmetic evaluates the values of variables and can run commands', 'exact'),
    operands: 'text',
  },
  hash: {
    options: { '-p': runs('gives a program another file'), ...each('-r -l -d -t', flag) },
    operands: 'text',
    suggest: 'never',
  },
  'source .': {
    style: 'leading',
    operands: { first: ['script'], rest: 'loose' },
    suggest: 'never',
  },
  eval: { raw: true, wrapper: 'transparent', inspect: readEval, suggest: 'never' },
  trap: {
    style: 'leading',
    options: each('-l -p', flag),
    operands: { first: ['shell'], rest: 'text' },
    hazard: does('executes', 'sets what runs later', 'exact'),
    suggest: 'never',
  },
  alias: { ...changesShell, inspect: readAlias },
  'unalias shopt bind complete compopt compgen enable fc history': changesShell,
});
