import { attached, each, fileReader, flag, hazardFlag, helpOptions, reads, text, writes } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** Programs that list files and describe them. */
export const fileInfo: ProgramTable = () => ({
  'ls dir vdir': {
    options: {
      ...each(
        [
          '-I --ignore -w --width -T --tabsize --block-size --hide --sort --time --time-style --format',
          '--indicator-style --quoting-style',
        ],
        text,
      ),
      ...each('--color --hyperlink --classify', attached),
      ...each(
        [
          '-a --all -A --almost-all --author -b --escape -B --ignore-backups -c -C -d --directory -D --dired -f -F -g',
          '--file-type --full-time --group-directories-first -G --no-group -h --human-readable --si -H -i --inode -k',
          '--dereference-command-line --dereference-command-line-symlink-to-dir --kibibytes -l -L --dereference -m',
          '-n --numeric-uid-gid -N --literal -o -p -q --hide-control-chars --show-control-chars -Q --quote-name -r',
          '--reverse -R --recursive -s --size -S -t -u -U -v -x -X -Z --context --zero -1 -@ -O -e -W',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  stat: {
    options: {
      ...each('-c --format --printf --cached', text),
      ...each('-L --dereference -f --file-system -t --terse -x', flag),
      ...helpOptions,
    },
    ...fileReader,
  },
  'readlink realpath': {
    options: {
      ...each('--relative-to --relative-base', reads),
      ...each(
        [
          '-f -e -m -n -q -s -v -z -L -P --canonicalize --canonicalize-existing --canonicalize-missing --no-newline',
          '--quiet --silent --verbose --zero --logical --physical --strip --no-symlinks',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  file: {
    options: {
      ...each('-f --files-from -m --magic-file', reads),
      '-C --compile': hazardFlag('writes', 'writes a compiled file'),
      ...each('-z --uncompress -Z --uncompress-noreport', hazardFlag('executes', 'starts decompressors')),
      ...each('-e --exclude --exclude-quiet -F --separator -P --parameter', text),
      ...each(
        [
          '-v -b --brief -c --checking-printout -i -I --mime --apple --extension --mime-type --mime-encoding -k',
          '--keep-going -l --list -L --dereference -h --no-dereference -n --no-buffer -N --no-pad -0 --print0 -p',
          '--preserve-date -r --raw -s --special-files -S --no-sandbox -d --debug',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  'du df': {
    options: {
      ...each('-X --exclude-from --files0-from', reads),
      ...each('-d --max-depth -B --block-size -t --threshold --exclude --time-style --type --exclude-type', text),
      ...each('--time --output', attached),
      ...each(
        [
          '-0 --null -a --all --apparent-size -A -b --bytes -c --total -D --dereference-args -H -h -i -I',
          '--human-readable --inodes -k -L --dereference -l --count-links --local -m -g -P --no-dereference',
          '--portability -S --separate-dirs --si -s --summarize -x --one-file-system --no-sync --sync -T',
          '--print-type -v',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
  tree: {
    options: {
      '-o': writes,
      '-R': hazardFlag('writes', 'writes an index into every folder'),
      ...each('-L -P -I --charset --filelimit --timefmt --sort', text),
      '--fromfile --infofile --gitfile': reads,
      ...each(
        [
          '-a -d -l -f -x -p -s -h -u -g -D -F -q -N -Q -A -S -n -C -v -t -c -U -r -X -J -i --prune --du --si',
          '--dirsfirst --filesfirst --noreport --gitignore --matchdirs --ignore-case --inodes --device --nolinks',
          '--info --metafirst --help --version',
        ],
        flag,
      ),
    },
    ...fileReader,
  },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum': {
    options: {
      ...each('-a --algorithm -l --length', text),
      ...each(
        [
          '-b --binary -c --check --tag --untagged -t --text -z --zero --ignore-missing --quiet --status --strict',
          '-w --warn --debug -r -s --sysv -q -p',
        ],
        flag,
      ),
      ...helpOptions,
    },
    ...fileReader,
  },
});
