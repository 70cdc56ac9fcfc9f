import type { Call, CallArgument, CallValue } from '../../calls/call.ts';
import type { Findings } from '../../calls/findings.ts';
import { hazard } from '../program.ts';
import { wordSet } from '../../words/word-set.ts';

/** `find [folders] [expression]`. */
export function inspectFind(call: Call, found: Findings): void {
  const reader = new FindReader(call.args, found);
  reader.read();
}

class FindReader {
  private readonly args: readonly CallArgument[];
  private readonly found: Findings;
  private at = 0;
  private followsLinks = false;
  private listings = 0;
  /** The folders that contain everything it finds; undefined when that is not known. */
  private folders: readonly string[] | undefined;

  constructor(args: readonly CallArgument[], found: Findings) {
    this.args = args;
    this.found = found;
  }

  read(): void {
    this.folders = listedFolders(this.args);
    for (let arg = this.take(); arg !== undefined; arg = this.take()) this.readArgument(arg);
  }

  private readArgument(arg: CallArgument): void {
    const { word, index } = arg;
    if (word.kind !== 'literal' && /^(?:-|$)/.test(word.knownPrefix)) {
      if (word.kind === 'glob')
        this.found.addPath('read', {
          text: word.value,
          kind: 'glob',
          index,
          mayBeOption: true,
          ...(word.pattern !== undefined && { pattern: word.pattern }),
        });
      else
        this.found.addUnknownArgument(index, 'an argument is not known beforehand and may be part of the expression');
      return;
    }
    const { value } = word;
    if (!value.startsWith('-') || value === '-') {
      if (!/^[()!,]$/.test(value)) this.found.addPath('read', valueOf(arg), { followsLinks: this.followsLinks });
    } else if (value === '-L' || value === '-follow') {
      this.followsLinks = true;
    } else if (COMMANDS.has(value)) {
      this.readCommand(value, index);
    } else if (FILES.has(value)) {
      const file = this.take();
      if (file !== undefined) this.found.addPath('write', valueOf(file), { intended: false, optionIndex: index });
      if (value === '-fprintf') this.take();
    } else if (value === '-delete') {
      this.found.addHazard(hazard('deletes', 'deletes what it finds', 'exact'), index);
    } else if (READS.has(value) || /^-newer(?:[aBcm][aBcm])?$/.test(value)) {
      const file = this.take();
      if (file !== undefined) this.found.addPath('read', valueOf(file));
    } else if (VALUES.has(value) || /^-newer[aBcm]t$/.test(value)) {
      this.readValue(this.take());
    } else if (!FLAGS.has(value) && !/^-O\d$/.test(value)) {
      this.found.addHazard(hazard('unknown', `${value} is not in the tables`), index);
    }
  }

  /** Reads a pattern or a number. Several words in its place would continue the expression. */
  private readValue(arg: CallArgument | undefined): void {
    if (arg !== undefined && !arg.word.single) {
      this.found.addUnknownArgument(arg.index, 'an unquoted pattern may become several arguments');
    }
  }

  private readCommand(action: string, index: number): void {
    const args: CallArgument[] = [];
    for (let arg = this.take(); arg !== undefined; arg = this.take()) {
      if (arg.word.value === ';' || (arg.word.value === '+' && args.at(-1)?.word.value === '{}')) break;
      args.push(arg);
    }
    const isListing =
      action === '-exec' &&
      args.slice(1).filter((arg) => arg.word.value === '{}').length === 1 &&
      this.listings++ < MAX_LISTINGS;
    const folders = isListing && args.every(isPlain) ? this.folders : undefined;
    this.found.addCommand(
      args.flatMap((arg) => {
        if (!arg.word.value.includes('{}')) return arg;
        return folders === undefined ? filled(arg) : folders.map((folder) => listed(arg, folder));
      }),
      `find ${action}`,
      { isTail: false },
    );
    if (folders !== undefined) return;
    this.found.addHazard(hazard('executes', `${action} runs a command for what it finds`, 'exact'), index);
  }

  private take(): CallArgument | undefined {
    return this.args[this.at++];
  }
}

function valueOf({ word, index }: CallArgument): CallValue {
  return { text: word.value, kind: word.kind, index, ...(word.pattern !== undefined && { pattern: word.pattern }) };
}

/** An argument without `{}`, or `{}` alone. */
function isPlain({ word }: CallArgument): boolean {
  return word.kind === 'literal' && (word.value === '{}' || !word.value.includes('{}'));
}

/** The folders that contain everything it finds, when links are not followed. */
function listedFolders(args: readonly CallArgument[]): readonly string[] | undefined {
  if (args.some(({ word }) => FOLLOWS.test(word.value))) return undefined;
  const end = args.findIndex(({ word }) => /^[-(!,]/.test(word.value));
  const folders = end < 0 ? args : args.slice(0, end);
  if (folders.length > MAX_FOLDERS || folders.some(({ word }) => word.kind !== 'literal')) return undefined;
  return folders.length === 0 ? ['.'] : folders.map(({ word }) => word.value);
}

function listed(arg: CallArgument, folder: string): CallArgument {
  const value = `${folder}/(found)`;
  const word = { text: arg.word.text, value, kind: 'literal', knownPrefix: value, single: true } as const;
  return { index: arg.index, word: { ...word, listed: { folder, splitsNames: false } } };
}

function filled(arg: CallArgument): CallArgument {
  const { value, text } = arg.word;
  return {
    index: arg.index,
    word: { text, value, kind: 'unknown', knownPrefix: value.slice(0, value.indexOf('{}')), single: true },
  };
}

const FOLLOWS = /^-(?:[HLPD]|O\d|follow|files0-from)$/;
const MAX_FOLDERS = 10;
const MAX_LISTINGS = 5;
const COMMANDS = wordSet('-exec -execdir -ok -okdir');
const FILES = wordSet('-fprint -fprint0 -fls -fprintf');
const READS = wordSet('-samefile -anewer -cnewer -files0-from');
const VALUES = wordSet(
  '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -perm',
  '-user -group -uid -gid -links -inum -mtime -atime -ctime -mmin -amin -cmin -used -maxdepth -mindepth',
  '-fstype -regextype -printf -context -D',
);
const FLAGS = wordSet(
  '-H -P -a -and -o -or -not -print -print0 -ls -prune -quit -empty -true -false -depth -d -xdev -mount -daystart',
  '-noleaf -nowarn -warn -readable -writable -executable -nouser -nogroup',
  '-ignore_readdir_race -noignore_readdir_race -help --help -version --version',
);
