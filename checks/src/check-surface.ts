import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { StaticExportEntry } from 'oxc-parser';
import { entryPoints } from './entry-points.ts';
import { codeFiles, readPackages, readText } from './repository.ts';
import type { RepositoryPackage } from './repository.ts';

const HOW_TO_UPDATE = 'if that is meant, run: UPDATE_SURFACE=1 npm test -- checks/surface';

/** Compares what each published package exports with its pinned list in checks/surface. */
export function checkSurface(root: string): string[] {
  return published(root).flatMap((each) => [...formProblems(root, each), ...surfaceProblems(root, each)]);
}

/** Writes the current exports to the lists. */
export function pinSurface(root: string): void {
  rmSync(join(root, 'checks/surface'), { recursive: true, force: true });
  for (const each of published(root)) {
    const file = join(root, pinFile(each));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${surfaceOf(root, each).join('\n')}\n`);
  }
}

function published(root: string): RepositoryPackage[] {
  return readPackages(root).filter(({ manifest }) => !manifest.private && manifest.exports !== undefined);
}

function pinFile({ shortName }: RepositoryPackage): string {
  return `checks/surface/${shortName}.txt`;
}

/** One line per name. The names of an entry point follow its subpath (`[./testing]`); types are marked with `type`. */
function surfaceOf(root: string, each: RepositoryPackage): string[] {
  return entryPoints(each).flatMap(({ subpath, file }) => [
    `[${subpath}]`,
    ...exportEntries(root, file).map(lineOf).toSorted(),
  ]);
}

function lineOf({ isType, exportName }: StaticExportEntry): string {
  return `${isType ? 'type ' : ''}${exportName.name ?? '*'}`;
}

function surfaceProblems(root: string, each: RepositoryPackage): string[] {
  const pinned = readText(root, pinFile(each))?.trimEnd().split('\n');
  if (pinned === undefined) return [`${each.folder}: its surface is not pinned; ${HOW_TO_UPDATE}`];
  const actual = surfaceOf(root, each);
  const added = actual.filter((line) => !pinned.includes(line)).map((line) => `+ ${line}`);
  const removed = pinned.filter((line) => !actual.includes(line)).map((line) => `- ${line}`);
  if (added.length + removed.length === 0) return [];
  return [`${each.folder}: its surface has changed; ${HOW_TO_UPDATE}\n${[...removed, ...added].join('\n')}`];
}

/** An entry point is a list of named re-exports and nothing else, and no other file is called index. */
function formProblems(root: string, each: RepositoryPackage): string[] {
  const entries = entryPoints(each).map(({ file }) => file);
  const missing = entries.filter((file) => readText(root, file) === undefined).map((file) => `${file}: does not exist`);
  const others = codeFiles(root, `${each.folder}/src`)
    .filter((file) => /\/index\.tsx?$/.test(file) && !entries.includes(file))
    .map((file) => `${file}: is no entry point, so it should be named after what it exports`);
  return [...missing, ...others, ...entries.flatMap((file) => statementProblems(root, file))];
}

function statementProblems(root: string, file: string): string[] {
  const text = readText(root, file) ?? '';
  return parseSync(file, text)
    .program.body.filter((statement) => statement.type !== 'ExportNamedDeclaration' || statement.source === null)
    .map(({ start, end }) => firstLine(text.slice(start, end)))
    .map((line) => `${file}: only "export { name } from" belongs here, not: ${line}`);
}

function exportEntries(root: string, file: string): StaticExportEntry[] {
  return parseSync(file, readText(root, file) ?? '').module.staticExports.flatMap(({ entries }) => entries);
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
