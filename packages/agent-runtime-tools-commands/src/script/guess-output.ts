import type { KnownInput } from '../calls/call.ts';
import type { CommandPart } from '../command-analysis.ts';

/** What `echo`, `printf`, `which` or a `cat` of what it is given prints, near enough to see its use. */
export function guessOutput(part: CommandPart | undefined, input?: KnownInput): string | undefined {
  if (part?.program === 'cat' && part.argv.length === 1) return input?.text;
  if (part === undefined || part.dynamic) return undefined;
  const [, ...args] = part.argv;
  if (part.program === 'echo') {
    while (args[0] !== undefined && /^-[neE]+$/.test(args[0])) args.shift();
    return args.join(' ').replaceAll('\\n', '\n');
  }
  if (part.program === 'printf') {
    const [format = '', ...values] = args;
    return format
      .replaceAll('\\n', '\n')
      .replaceAll('%%', '%')
      .replace(/%[sbq]/g, () => values.shift() ?? '');
  }
  if (part.program === 'which' || (part.program === 'command' && args[0] === '-v')) return args.at(-1);
  return undefined;
}
