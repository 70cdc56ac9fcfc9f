import { posix } from 'node:path';
import type { KnownInput } from '../../calls/call.ts';
import type { CommandPart } from '../../command-analysis.ts';

/**
 * Guesses the output of simple commands, to recognise dangerous uses of it.
 *
 *     echo cm0gLXJmIC8= | base64 -d   ->  rm -rf /
 */
export function guessOutput(part: CommandPart | undefined, input?: KnownInput): string | undefined {
  const printed = part === undefined ? undefined : (outputOfPrinter(part) ?? outputOfFilter(part, input));
  return printed === undefined || printed.length > MAX_LENGTH ? undefined : printed;
}

function outputOfPrinter(part: CommandPart): string | undefined {
  if (part.dynamic) return undefined;
  const [, ...args] = part.argv;
  switch (part.program) {
    case 'echo':
      while (args[0] !== undefined && /^-[neE]+$/.test(args[0])) args.shift();
      return unescaped(args.join(' '));
    case 'printf': {
      const [format = '', ...values] = args;
      return unescaped(format)
        .replaceAll('%%', '%')
        .replace(/%[sbqc]/g, () => unescaped(values.shift() ?? ''));
    }
    case 'pwd':
      return part.cwds?.[0] ?? part.likelyCwd;
    case 'dirname':
      return args.length === 1 ? posix.dirname(args[0] ?? '') : undefined;
    case 'realpath':
    case 'readlink':
      return posix.resolve(part.cwds?.[0] ?? '/', args.at(-1) ?? '.');
    case 'which':
      return args.at(-1);
    case 'command':
      return args[0] === '-v' ? args.at(-1) : undefined;
    default:
      return undefined;
  }
}

function outputOfFilter({ program, argv }: CommandPart, input: KnownInput | undefined): string | undefined {
  if (input === undefined || input.files !== undefined || input.text.length > MAX_LENGTH) return undefined;
  const { text } = input;
  const flags = argv.slice(1);
  switch (program) {
    case 'cat':
    case 'tee':
    case 'sort':
      return flags.every((word) => word.startsWith('-')) ? text : undefined;
    case 'rev':
      return text
        .split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n');
    case 'base64':
      return flags.some((word) => /^(?:-[di]*[dD][di]*|--decode)$/.test(word)) ? decoded(text, 'base64') : undefined;
    case 'xxd':
      return flags.some((word) => /^-\w*r/.test(word)) ? decoded(text, 'hex') : undefined;
    default:
      return undefined;
  }
}

function decoded(text: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(text.replace(/\s+/g, ''), encoding).toString('utf8');
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replaceAll('\\n', '\n')
    .replace(/\\x([0-9a-fA-F]{1,2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\0?([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

const MAX_LENGTH = 4096;
