import { readFileSync } from 'node:fs';
import { fillConstruct, inBackquotes, inSingleQuotes } from './fill-construct.ts';
import type { Random } from './random.ts';

/** A script that mixes allowed programs with `MARK`, which no rule covers, in many places of the grammar. */
export function generateScript(random: Random): string {
  const kind = random.below(100);
  const script = kind < 15 ? atom(random) : kind < 50 ? construct(random, 0) : list(random, 1 + random.below(3));
  return random.chance(30) ? mutate(script, random) : script;
}

/** Commands whose programs are all covered, and that change nothing. */
const HARMLESS = readAtoms('fuzz-harmless.txt');
/** Commands that start MARK. */
const RUNS_MARK = readAtoms('fuzz-runs-mark.txt');
/** Commands that create a file. */
const WRITES = readAtoms('fuzz-writes.txt');
/** Pieces of the grammar with holes for commands and words. */
const CONSTRUCTS = readAtoms('fuzz-constructs.txt');

/** Pieces of shell as they are, separated by lines with a percent sign. */
function readAtoms(name: string): readonly string[] {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n%\n');
}

function list(random: Random, depth: number): string {
  const count = 1 + random.below(3);
  let script = command(random, depth);
  for (let at = 1; at < count; at++) script += random.pick(SEPARATORS) + command(random, depth);
  return script;
}

const SEPARATORS = [
  '; ',
  ';',
  ' && ',
  '&&',
  ' || ',
  '\n',
  ' | ',
  '|',
  ' & ',
  '&',
  ' |& ',
  '\n\n',
  ' ;\n',
  ' &&\n',
  ' # c\n',
  ' \\\n; ',
];

function command(random: Random, depth: number): string {
  if (depth === 0 || random.chance(45)) return atom(random);
  if (random.chance(40)) return construct(random, depth - 1);
  const inner = (): string => list(random, depth - 1);
  const one = (): string => command(random, depth - 1);
  switch (random.below(18)) {
    case 0:
      return `{ ${inner()}\n}`;
    case 1:
      return `( ${inner()} )`;
    case 2:
      return `(${inner()})`;
    case 3:
      return `if ${inner()}; then ${inner()}\nfi`;
    case 4:
      return `while ${one()}\ndo ${inner()}\nbreak; done`;
    case 5:
      return `for i in ${random.pick(['1', 'a b', '"x y"', '*.txt'])}; do ${inner()}\ndone`;
    case 6:
      return `case ${random.pick(['a', '"$x"', '$x'])} in ${random.pick(['a', '*', 'a|b', '"x"'])}) ${inner()};; esac`;
    case 7:
      return `echo "$(${inner()})"`;
    case 8:
      return `echo $(${inner()}\n)`;
    case 9:
      return `echo \`${inBackquotes(one())}\``;
    case 10:
      return `cat <(${inner()})`;
    case 11:
      return `echo "\${x:-$(${inner()})}"`;
    case 12:
      return `cat <<E\n$(${inner()}\n)\nE\n`;
    case 13:
      return `bash -c '${inSingleQuotes(inner())}'`;
    case 14:
      return `eval '${inSingleQuotes(inner())}'`;
    case 15:
      return `! ${one()}`;
    case 16:
      return `time ${one()}`;
    default:
      return `${one()} ${random.pick(REDIRECTS)}`;
  }
}

function construct(random: Random, depth: number): string {
  const filling = { command: () => command(random, depth), script: () => list(random, depth) };
  return fillConstruct(random.pick(CONSTRUCTS), filling, random);
}

function atom(random: Random): string {
  if (random.chance(65)) return random.pick(HARMLESS);
  return random.pick(random.chance(80) ? RUNS_MARK : WRITES);
}

const REDIRECTS = ['>/dev/null', '2>&1', '2>/dev/null', '</dev/null', '<a.txt', '&>/dev/null', '>&2', '<<< x'];

/** Small damages, after which the parser and the shell may disagree. */
function mutate(script: string, random: Random): string {
  let text = script;
  const times = 1 + random.below(3);
  for (let time = 0; time < times; time++) {
    const at = random.below(text.length + 1);
    if (random.chance(30)) text = text.slice(0, at) + text.slice(at + 1);
    else text = text.slice(0, at) + random.pick(PIECES) + text.slice(at);
  }
  return text;
}

const PIECES = [
  "'",
  '"',
  '`',
  '$',
  '\\',
  '\n',
  ';',
  '#',
  ' #',
  '(',
  ')',
  '{',
  '}',
  '$(',
  '${',
  '$((',
  '<<E\n',
  '<<<',
  '|',
  '&',
  '>',
  '<',
  '!',
  '\\\n',
  '\t',
  '\r',
  "$'",
  '$"',
  '[',
  ']',
  '[[ ',
  ' ]]',
  '*',
  '?',
  '~',
  '=',
  ' ',
  'MARK',
  ' MARK ',
  ';MARK;',
  '\nMARK\n',
  '$(MARK)',
  '`MARK`',
  '((',
  '))',
  ';;',
  '<(',
  '>(',
  '\\`',
  '\\"',
  '@(',
  'x=',
  '-',
  '--',
  '/',
  '..',
  '\u00a0',
  '%',
  '^',
  ',',
  '{a,',
  ' then ',
  ' do ',
  ' done ',
  ' fi ',
  ' in ',
  ' esac ',
  'function ',
  'time ',
  'coproc ',
  'case a in ',
  '#\\\n',
];
