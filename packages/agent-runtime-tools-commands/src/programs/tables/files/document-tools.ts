import { inspectPandoc } from '../../inspect/files/converters.ts';
import { attached, each, editsInPlace, flag, hazardFlag, interactive, reads, runs, text, writes } from '../entries.ts';
import { hazard, type Operands, type ProgramTable } from '../../program.ts';

const target: Operands = { rest: 'read', last: 'write' };
const setsType = {
  ...each(
    '-shell-escape --shell-escape -enable-write18 --enable-write18 -tcx -fmt -ini -recorder',
    hazardFlag('executes', 'lets the document run commands'),
  ),
  ...each('-output-directory -aux-directory -jobname', writes),
};

/** Programs that typeset, convert and draw. Their input can be a program, and their options can start programs. */
export const documentTools: ProgramTable = () => ({
  'groff troff nroff tbl eqn': {
    allowUnknownOptions: true,
    options: {
      ...each('-U', hazardFlag('executes', 'lets the document run commands')),
      ...each('-T -m -P -L -w -W', text),
      ...each('-I -F -M', reads),
    },
    operands: 'read',
  },
  'tex latex pdftex pdflatex xetex xelatex luatex lualatex latexmk bibtex context': {
    allowUnknownOptions: true,
    options: { ...setsType, ...each('-e -r -pdflatex -latex -usepretex', runs('runs code given in the command')) },
    operands: 'script',
    suggest: 'never',
  },
  'm4 dc': {
    options: {
      ...each('-e --expression', { takes: 'value', role: 'code' }),
      ...each('-D -U', text),
      '-f --file': reads,
    },
    operands: 'script',
    suggest: 'never',
  },
  'ffmpeg convert magick wkhtmltopdf sox': { allowUnknownOptions: true, operands: target, suggest: 'never' },
  'dot neato gnuplot': {
    allowUnknownOptions: true,
    options: {
      ...each('-o', writes),
      '-e': runs('runs code given in the command'),
      ...each('-T -K', attached),
    },
    operands: 'read',
    suggest: 'never',
  },
  pandoc: {
    allowUnknownOptions: true,
    options: {
      ...each('-F --filter -L --lua-filter --pdf-engine --extract-media -d --defaults', runs('runs a program')),
      ...each('-o --output --log', writes),
      ...each('-f -r --from --read -t -w --to --write', text),
    },
    operands: 'maybe-path',
    inspect: inspectPandoc,
  },
  fzf: {
    noAbbreviations: true,
    options: {
      ...each('--preview --bind --become --listen --with-shell', runs('runs a command')),
      '--history': writes,
      ...each('-q --query -f --filter -d --delimiter -n --nth --height --prompt --header --preview-window', text),
      ...each(
        [
          '-m -e -i -0 -1 -x --multi --exact --reverse --ansi --no-sort --tac --cycle --border --sync --select-1',
          '--exit-0 --print-query --no-multi --no-mouse --print0 --read0 --version --help --info',
        ],
        flag,
      ),
      ...each('--layout --color --tiebreak --pointer --marker --margin --padding --tabstop --expect --with-nth', text),
    },
    operands: 'text',
    suggest: 'never',
  },
  delta: {
    allowUnknownOptions: true,
    options: { '--pager': runs('runs a pager'), ...each('--config', reads) },
    operands: 'read',
    suggest: 'never',
  },
  'tig lazygit lazydocker gitui ranger mc nnn lf vifm ncdu k9s': interactive,
  'clang-format yapf autopep8': {
    allowUnknownOptions: true,
    options: {
      ...each('-i --in-place', editsInPlace),
      ...each('--style -style', text),
    },
    operands: 'read',
    suggest: 'never',
  },
  'dos2unix unix2dos rustfmt shfmt': { allowUnknownOptions: true, operands: 'edit', suggest: 'never' },
  'rename prename': {
    allowUnknownOptions: true,
    hazard: hazard('executes', 'runs an expression as code', 'exact'),
    operands: 'edit',
    suggest: 'never',
  },
  'rpm rpmquery rpmverify': {
    options: {
      ...each(
        '-i --install -U --upgrade -F --freshen -e --erase --eval -E --import',
        hazardFlag('privilege', 'changes what is installed'),
      ),
      ...each('-D --define --rcfile --pipe --root --dbpath', runs('changes settings, which can name programs to run')),
      ...each('-q -a -l -f -p -V --query --verify', flag),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
});
