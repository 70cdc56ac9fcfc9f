import { inspectRemoteCopy } from '../../inspect/system/network.ts';
import {
  rewriteOldStyleOptions,
  inspectTar,
  inspectUnzip,
  inspectCompressor,
  inspectAr,
} from '../../inspect/files/archivers.ts';
import {
  each,
  edits,
  flag,
  hazardFlag,
  attachedHazard,
  helpOptions,
  maybePath,
  reads,
  runs,
  text,
  writes,
  attached,
} from '../entries.ts';
import { hazard, type ProgramTable } from '../../program.ts';

/**
 * Programs that pack and unpack. The archive decides which files are written, so a rule has to name the option that
 * unpacks.
 */
export const archivers: ProgramTable = () => ({
  'tar bsdtar gtar': {
    rewriteArguments: rewriteOldStyleOptions,
    options: {
      ...each('-x --extract --get', hazardFlag('writes', 'writes what is in the archive')),
      ...each('-c --create -r --append -u --update -A --catenate --concatenate', flag),
      '--delete': hazardFlag('writes', 'changes the archive'),
      ...each('-t --list -d --diff --compare --test-label', flag),
      '-f --file': text,
      '-C --directory': edits,
      ...each(
        [
          '-I --use-compress-program --to-command --checkpoint-action --rsh-command --rmt-command -F',
          '--info-script --new-volume-script',
        ],
        runs('runs a program'),
      ),
      ...each('-T --files-from -X --exclude-from', reads),
      ...each('-g --listed-incremental --index-file --volno-file', writes),
      ...each(
        '-h --dereference -P --absolute-names --absolute-paths',
        hazardFlag('unknown', 'reaches outside the folder'),
      ),
      ...each(
        '--remove-files --overwrite --recursive-unlink --unlink-first -U',
        hazardFlag('deletes', 'deletes or replaces files'),
      ),
      ...each(
        [
          '--exclude --transform --xform -b --blocking-factor -H --format -V --label -N --newer',
          '--after-date --mtime --owner --group --mode --sort --strip-components -K --starting-file',
          '--suffix --pax-option --warning --record-size',
        ],
        text,
      ),
      ...each('--checkpoint --occurrence --totals', attached),
      ...each(
        [
          '-z --gzip --gunzip -j --bzip2 -J --xz --lzip --lzma --lzop --zstd -a --auto-compress -v --verbose -w',
          '--interactive -p --preserve-permissions --same-permissions -o --no-same-owner --no-same-permissions -k',
          '--keep-old-files --keep-newer-files -m --touch -O --to-stdout -l -S --sparse -W --verify -s -n -i -B -R',
          '-M --wildcards --no-wildcards --anchored --no-recursion --exclude-vcs --numeric-owner --one-file-system',
          '--no-auto-compress --help --version --check-device --no-check-device -G --incremental',
          '--ignore-failed-read --no-seek --seek --exclude-backups --exclude-caches --exclude-caches-all -Z',
          '--compress --exclude-caches-under --exclude-vcs-ignores --no-null --no-unquote --no-verbatim-files-from',
          '--null --ungzip --recursion --unquote --verbatim-files-from --ignore-case --no-anchored --no-ignore-case',
          '--same-owner --usage --no-wildcards-match-slash --wildcards-match-slash --keep-directory-symlink',
          '--no-overwrite-dir --skip-old-files --ignore-command-error --no-ignore-command-error --clamp-mtime',
          '--delay-directory-restore --preserve-order --no-delay-directory-restore --same-order --acls --no-acls',
          '--no-selinux --no-xattrs --selinux --xattrs -? --force-local --read-full-records --ignore-zeros',
          '--old-archive --portability --posix --uncompress --restrict --full-time --check-links --block-number',
          '--show-defaults --show-omitted-dirs --show-transformed-names --utc --show-stored-names --confirmation',
          '--hard-dereference --multi-volume --show-snapshot-field-ranges',
        ],
        flag,
      ),
      ...each('--add-file --exclude-ignore --exclude-ignore-recursive --group-map --owner-map', reads),
      '--one-top-level': { takes: 'attached', role: 'edit' },
      ...each(
        [
          '--hole-detection --level --sparse-version --exclude-tag --exclude-tag-all --exclude-tag-under -L --tape-length',
          '--xattrs-exclude --xattrs-include --newer-mtime --no-quote-chars --quote-chars --quoting-style',
        ],
        text,
      ),
      ...each('--atime-preserve --backup', attached),
      ...each('--overwrite-dir', hazardFlag('deletes', 'deletes or replaces files')),
    },
    operands: 'read',
    inspect: inspectTar,
    suggest: 'never',
  },
  zip: {
    options: {
      ...each('-TT --unzip-command', runs('runs a program to test')),
      ...each('-m --move', hazardFlag('deletes', 'deletes what it packs')),
      ...each('-d --delete -O --out -b --temp-path -lf --log-file-path', writes),
      ...each('-i --include -x --exclude -n -t -tt -P --password -s -ws', text),
      ...each(
        [
          '-r -q -v -T -u -f -j -9 -8 -7 -6 -5 -4 -3 -2 -1 -0 -l -D -X -y -e -c -z -o -F -A -S -h -h2 -FF -@ -g -k',
          '--recurse-paths --quiet --verbose --test --update --freshen --junk-paths --no-dir-entries --symlinks',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: { first: ['write'], rest: 'read' },
    suggest: 'never',
  },
  unzip: {
    options: {
      '-d': edits,
      ...each('-x -P', text),
      ...each('-l -t -v -Z -p -c -n -j -U -C -X -K -q -a -aa -L -V -z -h -hh -1 -2', flag),
      ...each('-o -f -u', hazardFlag('writes', 'replaces files')),
    },
    operands: { first: ['read'], rest: 'text' },
    inspect: inspectUnzip,
  },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 brotli compress uncompress': {
    options: {
      ...each('-o --output', writes),
      ...each('-S --suffix', text),
      ...each('-T --threads', attached),
      ...each('-D --dict', reads),
      ...each(
        [
          '-c --stdout --to-stdout -k --keep -d --decompress --uncompress -t --test -l --list -v -q -f -n -N -r -0',
          '-1 -2 -3 -4 -5 -6 -7 -8 -9 -h -H -L -V -z -e --force --license --no-name --name --quiet --recursive',
          '--rsyncable --synchronous --verbose --fast --best --compress --extreme --long-help',
        ],
        flag,
      ),
      ...helpOptions,
    },
    operands: 'read',
    inspect: inspectCompressor,
  },
  'zcat bzcat xzcat zstdcat zless zmore': {
    options: { ...each('-f --force -q --quiet -v --verbose -k --keep -h -V -c', flag), ...helpOptions },
    operands: 'read',
  },
  '7z 7za 7zr 7zz': {
    subcommands: { 'l t': { operands: 'read' } },
    unknownSubcommand: hazard('writes', 'writes files or archives'),
    allowUnknownOptions: true,
    operands: 'maybe-path',
  },
  cpio: {
    allowUnknownOptions: true,
    options: {
      '-F --file': maybePath,
      ...each('-D --directory', edits),
      ...each('-i --extract -p --pass-through', hazardFlag('writes', 'writes what is in the archive')),
      ...each('-O -A --append', writes),
    },
    operands: 'maybe-path',
  },
  'ar ranlib': {
    allowUnknownOptions: true,
    operands: 'maybe-path',
    inspect: inspectAr,
  },
  rsync: {
    options: {
      ...each('-e --rsh --rsync-path', runs('runs a program')),
      '-M --remote-option': runs('passes an option to the other side, which may be this machine'),
      ...each(
        ['--delete --delete-before --delete-during --delete-after --delete-excluded --remove-source-files'],
        hazardFlag('deletes', 'deletes files'),
      ),
      ...each('--log-file --write-batch --only-write-batch --partial-dir --temp-dir -T --backup-dir', writes),
      ...each(
        [
          '--files-from --include-from --exclude-from --password-file --read-batch --compare-dest',
          '--copy-dest --link-dest',
        ],
        reads,
      ),
      ...each('-L --copy-links -K --copy-unsafe-links', hazardFlag('unknown', 'follows symbolic links')),
      ...each(
        [
          '--exclude --include -f --filter --chmod --chown --bwlimit --timeout --port --info --max-size',
          '--min-size -B',
        ],
        text,
      ),
      ...each(
        [
          '--backup --partial -a -v -q -c -r -R -b -u -l -k -H -p -E -A -X -o -g -D -t -O -J -S -n -W -x -C -y -z',
          '-s -h -P -i -m -0 -4 -6 -d -N -U --verbose --quiet --checksum --archive --recursive --relative --update',
          '--inplace --append --append-verify --dirs --links --safe-links --munge-links --keep-dirlinks',
          '--hard-links --perms --executability --acls --xattrs --owner --group --devices --specials --times',
          '--omit-dir-times --omit-link-times --super --sparse --preallocate --dry-run --whole-file',
          '--one-file-system --existing --ignore-existing --delete-missing-args --ignore-errors --force',
          '--prune-empty-dirs --numeric-ids --ignore-times --size-only --fuzzy --compress --cvs-exclude --from0',
          '--stats --human-readable --progress --itemize-changes --list-only --no-motd --open-noatime --ipv4 --ipv6',
          '--mkpath --no-owner --no-group --no-perms --no-times --no-links --no-implied-dirs --no-relative',
          '--no-recursive --help',
        ],
        flag,
      ),
      ...each(
        [
          '--max-delete --modify-window --out-format --log-file-format --compress-level --skip-compress --suffix',
          '--contimeout --block-size --checksum-choice --compress-choice --debug --iconv --usermap --groupmap',
        ],
        text,
      ),
      ...each('--daemon --config', attachedHazard('network', 'serves files')),
    },
    operands: { rest: 'read', last: 'edit' },
    inspect: inspectRemoteCopy,
    suggest: 'never',
  },
});
