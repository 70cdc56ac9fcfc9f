import type { CommandPart } from '../command-analysis.ts';

/** The reason why a command stops the machine or all of its processes, or undefined. */
export function stopDanger({ argv, program }: CommandPart): string | undefined {
  if (argv[0]?.endsWith('killall5') === true) return ENDS_ALL;
  switch (program) {
    case 'shutdown':
      return argv.some((word) => /^(?:-c|--show)$/.test(word)) ? undefined : STOPS;
    case 'reboot':
    case 'halt':
    case 'poweroff':
      return argv.some((word) => /^(?:-w|--wtmp-only)$/.test(word)) ? undefined : STOPS;
    case 'init':
    case 'telinit':
      return /^[06]$/.test(argv[1] ?? '') ? STOPS : undefined;
    case 'systemctl':
    case 'loginctl':
      return argv.some((word) => /^(?:poweroff|reboot|halt|kexec|emergency|rescue)$/.test(word)) ? STOPS : undefined;
    case 'kexec':
      return argv.some((word) => /^(?:-\w*e|--exec)$/.test(word)) ? STOPS : undefined;
    case 'kill':
      return argv.slice(2).some((word) => word === '-1' || word === '-01') ? ENDS_ALL : undefined;
    case 'pkill':
      return matchesAll(argv) ? ENDS_ALL : undefined;
    case 'killall':
      return argv.some((word) => /^(?:-\w*r|--regexp)$/.test(word)) && matchesAll(argv) ? ENDS_ALL : undefined;
    default:
      return undefined;
  }
}

/** Whether the last word is a pattern that matches every name. */
function matchesAll(argv: readonly string[]): boolean {
  return argv.length > 1 && /^\^?[.*]*\$?$/.test(argv.at(-1) ?? '-');
}

const STOPS = 'it stops the machine';
const ENDS_ALL = 'it ends every process';
