import { code, each, flag, hazardFlag, maybePath, reads, runs, text, writes } from '../entries.ts';
import type { ProgramTable } from '../../program.ts';

/** The TypeScript compiler, and programs that run TypeScript directly. */
export const typescript: ProgramTable = () => ({
  'tsx ts-node ts-node-esm esno jiti vite-node babel-node swc-node zx': {
    allowUnknownOptions: true,
    optionStyle: 'leading',
    options: {
      ...each('-e --eval -p --print', code),
      ...each('-r --require --import --loader', runs('loads code before the script')),
      ...each('-P --project --tsconfig', reads),
    },
    operands: { first: ['script'], rest: 'maybe-path' },
    suggest: 'never',
  },
  'tsc tsgo': {
    options: {
      ...each('-p --project --typeRoots --baseUrl --rootDir --rootDirs', maybePath),
      ...each(
        '--outDir --outFile --out --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile',
        writes,
      ),
      '--init': hazardFlag('writes', 'writes the settings of a project'),
      '--clean': hazardFlag('deletes', 'deletes build output'),
      ...each(
        [
          '-t --target -m --module --moduleResolution --lib --jsx --types --sourceRoot --mapRoot --locale --newLine',
          '--maxNodeModuleJsDepth --moduleDetection --customConditions --watchFile --watchDirectory --fallbackPolling',
          '--excludeDirectories --excludeFiles --ignoreDeprecations --jsxFactory --jsxFragmentFactory --jsxImportSource',
          '--reactNamespace --charset --moduleSuffixes --checkers --builders',
        ],
        text,
      ),
      ...each(
        [
          '-b --build -w --watch -d --declaration -i --incremental -v --version --verbose -h --help --all -f --force --dry',
          '--noEmit --noEmitOnError --emitDeclarationOnly --declarationMap --sourceMap --inlineSourceMap --inlineSources',
          '--strict --noImplicitAny --strictNullChecks --strictFunctionTypes --strictBindCallApply --noImplicitThis',
          '--strictPropertyInitialization --strictBuiltinIteratorReturn --useUnknownInCatchVariables --alwaysStrict',
          '--noUnusedLocals --noUnusedParameters --exactOptionalPropertyTypes --noImplicitReturns --noImplicitOverride',
          '--noFallthroughCasesInSwitch --noUncheckedIndexedAccess --noPropertyAccessFromIndexSignature --skipLibCheck',
          '--allowUnusedLabels --allowUnreachableCode --skipDefaultLibCheck --esModuleInterop --isolatedModules --allowJs',
          '--allowSyntheticDefaultImports --preserveSymlinks --forceConsistentCasingInFileNames --isolatedDeclarations',
          '--verbatimModuleSyntax --erasableSyntaxOnly --resolveJsonModule --allowImportingTsExtensions --checkJs --pretty',
          '--rewriteRelativeImportExtensions --resolvePackageJsonExports --resolvePackageJsonImports --composite --listFiles',
          '--allowArbitraryExtensions --noUncheckedSideEffectImports --noResolve --noLib --noCheck --noErrorTruncation',
          '--allowUmdGlobalAccess --removeComments --importHelpers --downlevelIteration --preserveConstEnums --listEmittedFiles',
          '--stripInternal --noEmitHelpers --emitBOM --experimentalDecorators --emitDecoratorMetadata --diagnostics',
          '--useDefineForClassFields --extendedDiagnostics --explainFiles --listFilesOnly --showConfig --traceResolution',
          '--preserveWatchOutput --disableSizeLimit --disableSourceOfProjectReferenceRedirect --disableSolutionSearching',
          '--disableReferencedProjectLoad --assumeChangesOnlyAffectDirectDependencies --synchronousWatchDirectory',
          '--libReplacement --ignoreConfig --stopBuildOnErrors --singleThreaded --quiet -q',
        ],
        flag,
      ),
    },
    noAbbreviations: true,
    operands: 'maybe-path',
  },
});
