import {
  does,
  each,
  edits,
  flag,
  flagged,
  glued,
  reads,
  runs,
  text,
  writes,
  type OptionUse,
  type Program,
  type ProgramTable,
} from './vocabulary.ts';
import { leadsElsewhere } from '../calls/loose-path.ts';
import { readDd } from './dd-operands.ts';

const reader: Program = { operands: 'read', suggest: 'prefix' };
const words: Program = { operands: 'text', suggest: 'prefix' };
const backup = { ...each('-S --suffix', text), ...each('-b --backup', glued) };
const target: OptionUse = { takes: 'value', role: 'edit' };

/** The everyday programs for files and facts. */
export const coreutils: ProgramTable = () => ({
  'ls dir vdir': {
    options: {
      ...each(
        [
          '-I --ignore -w --width -T --tabsize --block-size --hide --sort --time --time-style --format',
          '--indicator-style --quoting-style',
        ],
        text,
      ),
      ...each('--color --hyperlink --classify', glued),
    },
    ...reader,
  },
  'stat readlink realpath': {
    options: { ...each('-c --format --printf', text), ...each('--relative-to --relative-base', reads) },
    ...reader,
  },
  file: {
    options: {
      ...each('-f --files-from -m --magic-file', reads),
      '-C --compile': flagged('writes', 'writes a compiled file'),
      ...each('-z --uncompress -Z --uncompress-noreport', flagged('executes', 'starts decompressors')),
      ...each('-e --exclude -F --separator -P --parameter', text),
    },
    ...reader,
  },
  'du df': {
    options: {
      ...each('-X --exclude-from --files0-from', reads),
      ...each('-d --max-depth -B --block-size -t --threshold --exclude --time-style -x-type', text),
      ...each('--time --output', glued),
    },
    ...reader,
  },
  tree: {
    options: {
      '-o': writes,
      '-R': flagged('writes', 'writes an index into every folder'),
      ...each('-L -P -I --charset --filelimit --timefmt --sort', text),
      '--fromfile --infofile --gitfile': reads,
    },
    ...reader,
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum': {
    options: each('-a --algorithm -l --length', text),
    ...reader,
  },
  'basename dirname seq sleep expr factor numfmt cal': words,
  'whoami id uname arch nproc tty groups users who uptime logname hostid getconf': words,
  yes: { anyArguments: true, suggest: 'prefix' },
  printenv: { operands: 'text' },
  date: {
    options: {
      '-s --set': { takes: 'value', hazard: does('privilege', 'sets the clock') },
      ...each('-f --file -r --reference', reads),
      '-d --date': text,
      ...each('-I --iso-8601', glued),
    },
    ...words,
  },
  hostname: {
    operands: 'text',
    inspect: (call, found) => {
      const [name] = call.operands;
      if (name !== undefined) found.hazard(does('privilege', 'sets the name of the machine'), name.index);
    },
  },
  'which whereis': words,

  'touch mkdir mkfifo mknod': {
    options: {
      ...each('-r --reference', reads),
      ...each('-d --date -t -m --mode', text),
      ...each('-Z --context', glued),
    },
    operands: 'edit',
  },
  mktemp: { options: { '-p --tmpdir': edits, '--suffix': text }, operands: 'edit' },
  'rm unlink rmdir shred trash': {
    options: { ...each('-n --iterations -s --size', text), ...each('--interactive', glued), '--random-source': reads },
    operands: 'delete',
    suggest: 'never',
  },
  cp: {
    options: {
      '-t --target-directory': target,
      ...each('-L --dereference -H', flagged('unknown', 'copies what symbolic links lead to')),
      ...each('--sparse --reflink --preserve --context --no-preserve', glued),
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  mv: {
    options: { '-t --target-directory': target, ...backup },
    operands: { rest: 'delete', last: 'edit' },
    suggest: 'never',
  },
  ln: {
    options: { '-t --target-directory': target, ...backup },
    operands: { rest: 'read', last: 'edit' },
    // What a link leads to counts from where the link is, and later commands would go through it.
    inspect: (call, found) => {
      for (const { text: path, index } of call.operands) {
        if (leadsElsewhere(path)) found.hazard(does('unknown', 'the link may lead out of the workspace'), index);
      }
    },
    suggest: 'never',
  },
  install: {
    options: {
      '-t --target-directory': target,
      '--strip-program': runs('runs a program on what it copies'),
      '-s --strip': flag,
      ...each('-m --mode -o --owner -g --group', text),
      ...backup,
    },
    operands: { rest: 'read', last: 'edit' },
    suggest: 'never',
  },
  'chmod chown chgrp chattr setfacl': {
    options: { '--reference': reads, '--from': text },
    operands: { first: ['text'], unless: '--reference', rest: 'edit' },
    suggest: 'never',
  },
  truncate: { options: { ...each('-s --size', text), '-r --reference': reads }, operands: 'edit', suggest: 'never' },
  dd: { raw: true, inspect: readDd, suggest: 'never' },
  'sync fallocate': { options: each('-l --length -o --offset', text), operands: 'edit', suggest: 'never' },
  tee: {
    options: { ...each('-a --append -i --ignore-interrupts -p', flag), '--output-error': glued },
    operands: 'write',
    suggest: 'never',
  },
});
