import type { Random } from './random.ts';

/** What fills the holes of a construct. */
export interface Filling {
  /** One command. */
  command(): string;
  /** Several commands. */
  script(): string;
}

/**
 * Fills the holes of a construct: `{{S}}` is a script, `{{C}}` a command, `{{Q}}` a script within single quotes, `{{B}}`
 * one within backquotes, `{{W}}` a word, `{{P}}` the name of a program, `{{R}}` something that looks like a blank.
 */
export function fillConstruct(construct: string, filling: Filling, random: Random): string {
  return construct.replace(HOLE, (_, hole: string) => {
    switch (hole) {
      case 'S':
        return filling.script();
      case 'C':
        return filling.command();
      case 'Q':
        return inSingleQuotes(filling.command());
      case 'B':
        return inBackquotes(filling.command());
      case 'W':
        return word(filling, random);
      case 'P':
        return programName(random);
      default:
        return random.pick(BLANKS);
    }
  });
}

export function inSingleQuotes(script: string): string {
  return script.replaceAll("'", `'\\''`);
}

export function inBackquotes(script: string): string {
  return script.replace(/[`\\]/g, '\\$&');
}

function word(filling: Filling, random: Random): string {
  if (random.chance(60)) return random.pick(WORDS);
  const inner = filling.command();
  switch (random.below(6)) {
    case 0:
      return `$(${inner}\n)`;
    case 1:
      return `"$(${inner}\n)"`;
    case 2:
      return `\`${inBackquotes(inner)}\``;
    case 3:
      return `\${y:-$(${inner}\n)}`;
    case 4:
      return `<(${inner}\n)`;
    default:
      return `'$(${inSingleQuotes(inner)})'`;
  }
}

/** A program's name in one of the ways to write it. */
function programName(random: Random): string {
  const name = random.pick(['MARK', 'MARK', 'MARK', './MARK', 'ls', 'cat']);
  if (random.chance(60)) return name;
  const at = 1 + random.below(name.length - 1);
  const [head, tail] = [name.slice(0, at), name.slice(at)];
  return random.pick([
    `"${name}"`,
    `'${name}'`,
    `${head}""${tail}`,
    `${head}'${tail}'`,
    `${head}\\${tail}`,
    `${head}\\\n${tail}`,
    `$'${name}'`,
    `$"${name}"`,
    `$(echo ${name})`,
    `"\`echo ${name}\`"`,
    `\${y:-${name}}`,
    `\${y-'${name}'}`,
    `${head}$y${tail}`,
    `${head}$@${tail}`,
    `${head}{,}${tail}`,
    `${head}[${tail.charAt(0)}]${tail.slice(1)}`,
    `${head}?${tail.slice(1)}`,
    `\\${name}`,
    `$(printf %s ${name})`,
  ]);
}

const HOLE = /\{\{([SCQBWPR])\}\}/g;
const WORDS = [
  'x',
  'a.txt',
  'MARK',
  '"a b"',
  "'a;b'",
  '"$x"',
  '$x',
  '${x}',
  '"${x[0]}"',
  '\\$\\(MARK\\)',
  "'$(MARK)'",
  '"\\$(MARK)"',
  '"\\`MARK\\`"',
  "$'\\x27'",
  '$"x"',
  '{a,b}',
  '*.txt',
  '~',
  '$((1))',
  '-n',
  '--',
  '""',
  'a#b',
  'a=b',
  '1',
];
const BLANKS = ['\r', '\r\n', '\u00a0', ' \u00a0', '\u2028', '\v', '\f', '\u200b', '\ufeff', '\t', '\u3000', '\x01'];
