import { posix } from 'node:path';
import type { CommandPart } from '../command-analysis.ts';
import { wordSet } from '../words/word-set.ts';

/** The reason why a command overwrites a device or its content, or undefined. */
export function diskDanger(part: CommandPart): string | undefined {
  for (const { access, path } of part.paths) {
    if (access !== 'read' && DEVICE.test(posix.normalize(path))) return `it overwrites the device ${path}`;
  }
  const { argv, program } = part;
  const base = posix.basename(argv[0] ?? '');
  if (argv.length < 2 || argv.some((word) => HELP_OPTIONS.has(word))) return undefined;
  if (/^(?:mkfs|newfs)(?:[._]|$)|^(?:mke2fs|mkdosfs|mkntfs)$/.test(base) || FORMATTERS.has(base)) {
    return `${base} destroys what is on a disk`;
  }
  const words = argv.slice(1).join(' ');
  if (DESTRUCTIVE_ARGUMENTS.get(base)?.test(words) === true) return `${base} destroys what is on a disk`;
  if (program === 'dd') return deviceOutput(argv);
  return undefined;
}

function deviceOutput(argv: readonly string[]): string | undefined {
  const output = argv.find((word) => word.startsWith('of='))?.slice(3);
  return output !== undefined && DEVICE.test(posix.normalize(output))
    ? `it overwrites the device ${output}`
    : undefined;
}

const HELP_OPTIONS = wordSet('--help --version -V -h');
const FORMATTERS = wordSet('mkswap blkdiscard');
/** Programs that are destructive only with these arguments. */
const DESTRUCTIVE_ARGUMENTS: ReadonlyMap<string, RegExp> = new Map([
  ['wipefs', /(?:^| )(?:-\w*[ao]|--all|--offset)/],
  ['sgdisk', /(?:^| )(?:-\w*[oZz]|--zap|--clear)/],
  ['sfdisk', /(?:^| )--delete\b/],
  ['parted', /\b(?:mklabel|mktable|rm)\b/],
  ['badblocks', /(?:^| )-\w*w/],
  ['hdparm', /--(?:security-erase|trim-sector|write-sector|sanitize)/],
  ['nvme', /(?:^| )(?:format|sanitize)\b/],
  ['cryptsetup', /\b(?:luksFormat|erase|luksErase|reencrypt)\b/],
  ['mdadm', /--zero-superblock/],
  ['zpool', /(?:^| )(?:destroy|labelclear)\b/],
  ['zfs', /(?:^| )destroy .*-\w*[rR]|(?:^| )destroy -\w*[rR]/],
  ['lvremove', /(?:^| )-\w*[fy]/],
  ['vgremove', /(?:^| )-\w*[fy]/],
  ['pvremove', /(?:^| )-\w*[fy]/],
  ['diskutil', /\b(?:erase\w*|partitionDisk|zeroDisk|randomDisk|secureErase)\b/i],
  ['flashrom', /(?:^| )(?:-w|-E|--write|--erase)/],
]);
const DEVICE =
  /^\/(?:dev\/(?:[shvx]v?d[a-z]|nvme|mmcblk|r?disk\d|disk\/by-|dm-|md\d|loop\d|mapper\/|sr\d|mtd|k?mem$|port$)|proc\/(?:sysrq-trigger|kcore)$)/;
