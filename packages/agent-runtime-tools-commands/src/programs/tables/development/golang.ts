import { inspectGoFlags } from '../../inspect/development/build-tools.ts';
import { each, editsInPlace, flag, hazardFlag, otherProject, runs, text, writes } from '../entries.ts';
import { hazard, type Options, type Program, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

const goOptions = lazy((): Options => ({
  ...each('-exec -toolexec -vettool -overlay -modfile', runs('runs a program, or takes its code from elsewhere')),
  '-C': otherProject,
  ...each(
    [
      '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir',
      '-test.coverprofile -test.cpuprofile -test.memprofile -test.outputdir',
    ],
    writes,
  ),
  ...each(
    [
      '-ldflags -gcflags -asmflags -gccgoflags -run -bench -count -timeout -tags -cpu -parallel -benchtime',
      '-coverpkg -covermode -skip -fuzz -fuzztime -shuffle -p -mod -vet -f -fuzzminimizetime -blockprofilerate',
      '-memprofilerate -mutexprofilefraction -list -pgo -buildmode -buildvcs -compiler -installsuffix -pkgdir',
      '-reuse -go -godebug -toolchain -dropreplace -droprequire -exclude -dropexclude -retract -dropretract',
      '-modcacherw -linkshared -parallel -testsum',
    ],
    text,
  ),
  '-c': hazardFlag('writes', 'writes a program'),
  ...each(
    [
      '-v -race -short -cover -json -failfast -benchmem -n -x -a -i -work -msan -asan -trimpath -m -u',
      '-deps -test -e -fullpath -compiled -export -find -retracted -versions -all -cmd -src -d -s -modcache -testcache',
      '-cache -fuzzcache -print -fix -diff -h -help -artifacts -t -q',
    ],
    flag,
  ),
}));
const go = (more: Partial<Program> = {}): Program => ({
  optionStyle: 'go',
  options: goOptions(),
  operands: 'maybe-path',
  inspect: inspectGoFlags,
  suggest: 'never',
  ...more,
});

/** The Go tools. Their long options may start with one dash or two. */
export const golang: ProgramTable = () => ({
  go: {
    optionStyle: 'go',
    subcommands: {
      'test vet build list doc version fix': go({ suggest: 'subcommand' }),
      'install get mod work clean': go(),
      run: go({ operands: { first: ['script'], rest: 'maybe-path' } }),
      generate: go({ hazard: hazard('executes', 'runs the commands in the sources') }),
      tool: go({ hazard: hazard('executes', 'runs a tool') }),
      env: {
        optionStyle: 'go',
        options: { ...each('-w -u', hazardFlag('writes', 'changes settings')), ...each('-json -changed', flag) },
        operands: 'text',
      },
      fmt: go(),
    },
    operands: 'maybe-path',
    suggest: 'never',
  },
  gofmt: {
    optionStyle: 'go',
    options: {
      '-w': editsInPlace,
      '-r': text,
      '-cpuprofile': writes,
      ...each('-l -d -s -e -h -help', flag),
    },
    operands: 'read',
  },
});
