import { artifactOwnerOf, coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { cleanText, traceVariables } from '@ku0/agent-runtime-tools-processes';
import { requireWorkspace, withPathSuggestions } from '@ku0/agent-runtime-tools-workspace';
import type { Project } from '../detect/project.ts';
import { projectErrors } from '../errors.ts';
import { findProgram } from '../run/find-program.ts';
import { findProjects } from '../run/find-project.ts';
import { originOf, PLAIN_VARIABLES, processesOf } from '../run/run-call.ts';
import type { RunCall } from '../run/run-call.ts';
import { FORMATTERS } from './formatters.ts';
import type { Formatter } from './formatters.ts';

export interface FormatCodeParams {
  readonly paths: readonly string[];
  readonly formatter?: string;
}

export interface FormatCodeValue {
  /** What was run, and on how many files. */
  runs: { formatter: string; project: string; files: number }[];
  /** Files that have another content now. */
  changed: string[];
  total: number;
  diff: string;
  truncated: boolean;
  /** What the formatters printed about files that they could not format. */
  problems?: string;
  /** How to take it back. */
  undo: string;
  notes?: string[];
}

/** Formats files with the formatters of their projects. Throws a ToolFailure. */
export async function formatCode(params: FormatCodeParams, call: RunCall): Promise<FormatCodeValue> {
  const { context } = call;
  const { groups, notes } = await planFormat(params, call);
  const workspace = requireWorkspace(context);
  const paths = groups.flatMap(({ files }) => files);
  const {
    value: problems,
    change,
    warnings,
  } = await workspace.capture(
    async () => {
      const printed: string[] = [];
      for (const group of groups) printed.push(...(await runFormatter(group, call)));
      return printed;
    },
    { paths, ...originOf(context) },
  );
  const changed = change.files.map(({ path }) => path);
  const diffs = change.id === '' ? [] : ((await workspace.changeDiff(change.id)) ?? []);
  const { diff, isCut } = joinDiffs(diffs.map((file) => file.diff));
  const text = problems.join('\n').slice(0, MAX_PROBLEM_CHARS);
  const allNotes = [...notes, ...warnings, ...(isCut ? ['The diff is cut: list_changes has all of it.'] : [])];
  return {
    runs: groups.map(({ formatter, project, files }) => ({
      formatter: formatter.name,
      project: project.folder.display,
      files: files.length,
    })),
    changed: changed.slice(0, MAX_CHANGED),
    total: changed.length,
    diff,
    truncated: changed.length > MAX_CHANGED || isCut,
    ...(text !== '' && { problems: text }),
    undo: changed.length === 0 ? 'Nothing was changed.' : 'Call undo_change.',
    ...(allNotes.length > 0 && { notes: allNotes }),
  };
}

/** What the call would run. */
export async function planFormatCode(params: FormatCodeParams, call: RunCall): Promise<DryRun> {
  const { groups, notes } = await planFormat(params, call);
  const count = groups.reduce((sum, { files }) => sum + files.length, 0);
  return {
    summary: `Would format ${count} ${count === 1 ? 'file' : 'files'} with ${groups.map(({ formatter }) => formatter.name).join(', ')}.`,
    changes: groups.map(({ formatter, project, files }) => ({
      kind: 'execute',
      target: printable(
        `${formatter.program} ${formatter.args.join(' ')} (${files.length} files in ${project.folder.display})`,
      ),
    })),
    ...(notes.length > 0 && { warnings: notes }),
  };
}

const MAX_FILES = 5000;
const MAX_CHANGED = 1000;
const MAX_DIFF_CHARS = 100_000;
const MAX_PROBLEM_CHARS = 8000;
/** File names in one command. */
const BATCH = 200;
const MAX_SECONDS = 120;

interface Group {
  readonly formatter: Formatter;
  readonly program: string;
  readonly project: Project;
  /** Absolute paths. */
  readonly files: string[];
}

/** Finds the files, and for each the formatter of the nearest project that has one for it. */
async function planFormat(params: FormatCodeParams, call: RunCall): Promise<{ groups: Group[]; notes: string[] }> {
  const { context } = call;
  const groups = new Map<string, Group>();
  const missing = new Set<string>();
  let without = 0;
  for (const path of params.paths) {
    const { projects, root } = await findProjects(path, context);
    const candidates = await candidatesOf(projects, { root, asked: params.formatter, missing });
    for (const file of await filesAt(path, call)) {
      const chosen = candidates.find(({ formatter }) => formatter.files.test(file));
      if (chosen === undefined) {
        without += 1;
        continue;
      }
      const key = `${chosen.project.folder.path}\0${chosen.formatter.name}`;
      const group = groups.get(key) ?? { ...chosen, files: [] };
      if (!group.files.includes(file)) group.files.push(file);
      groups.set(key, group);
    }
  }
  const names = [...missing].join(', ');
  if (groups.size === 0 && missing.size > 0)
    throw new ToolFailure(
      projectErrors.PROGRAM_MISSING({
        message: `${names} is neither in the project nor on this machine.`,
        details: { programs: [...missing] },
      }),
    );
  if (groups.size === 0) throw new ToolFailure(projectErrors.NO_FORMATTER());
  const notes = [
    ...(without > 0 ? [`${without} files have no formatter and were left alone.`] : []),
    ...(missing.size > 0 ? [`${names} is neither in the project nor on this machine.`] : []),
  ];
  return { groups: [...groups.values()], notes };
}

/** The formatters that may be used, the nearest project first. A formatter that the project names comes before a usual one. */
async function candidatesOf(
  projects: readonly Project[],
  {
    root,
    asked,
    missing,
  }: { readonly root: string; readonly asked: string | undefined; readonly missing: Set<string> },
): Promise<Omit<Group, 'files'>[]> {
  const found: Omit<Group, 'files'>[] = [];
  for (const project of projects) {
    for (const formatter of FORMATTERS) {
      if (formatter.type !== project.type) continue;
      const isWanted =
        asked === undefined
          ? project.formatters.includes(formatter.name) || formatter.isUsual === true
          : formatter.name === asked;
      if (!isWanted) continue;
      const program = await findProgram(formatter.program, {
        folder: project.folder.path,
        root,
        place: formatter.place,
      });
      if (program === undefined) missing.add(formatter.program);
      else found.push({ formatter, program, project });
    }
  }
  return found;
}

/** The files at a path that may be changed. Ignored files are left out, unless they are named. */
async function filesAt(path: string, { context }: RunCall): Promise<string[]> {
  const workspace = requireWorkspace(context);
  const { cwd, signal } = context;
  const place = await withPathSuggestions(workspace, () => workspace.resolve(path, { access: 'stat', cwd }));
  if (place.kind !== 'directory') return [(await workspace.resolve(path, { access: 'write', cwd })).path];
  const listed = await workspace.list(path, { cwd, recursive: true, limit: MAX_FILES + 1, signal });
  if (listed.truncated)
    throw new ToolFailure(
      coreErrors.VALIDATION_ERROR({
        message: `${path} has more than ${MAX_FILES} entries.`,
        suggestion: 'Give narrower paths.',
      }),
    );
  const below = listed.folder.display === '.' ? 0 : listed.folder.display.length + 1;
  return listed.entries
    .filter((entry) => entry.type === 'file' && !workspace.isProtected(entry.path))
    .map((entry) => `${listed.folder.path}/${entry.path.slice(below)}`);
}

/** Runs a formatter in batches. Returns what it printed where it failed. */
async function runFormatter(
  { formatter, program, project, files }: Group,
  { context, settings }: RunCall,
): Promise<string[]> {
  const problems: string[] = [];
  const edition = formatter.name === 'rustfmt' ? [`--edition=${editionOf(project)}`] : [];
  for (let at = 0; at < files.length; at += BATCH) {
    context.emitProgress(at, files.length, `${formatter.name}: ${at} of ${files.length} files`);
    const run = await processesOf(context).run(
      [program, ...edition, ...formatter.args, ...files.slice(at, at + BATCH)],
      {
        cwd: project.folder.path,
        env: { ...PLAIN_VARIABLES, ...traceVariables(context), ...settings.env },
        allowEnv: Object.keys(settings.env),
        owner: artifactOwnerOf(context),
        signal: context.signal,
        timeoutMs: MAX_SECONDS * 1000,
        maxOutputChars: MAX_PROBLEM_CHARS,
        interleave: true,
      },
    );
    if (run.error !== undefined) throw new ToolFailure(run.error);
    if (run.exitCode !== 0)
      problems.push(cleanText((run.all ?? run.stderr).replaceAll(`${project.folder.path}/`, '')).trim());
  }
  return problems;
}

/** The edition of the language that `Cargo.toml` names. */
function editionOf({ runtime }: Project): string {
  return /\b(20\d\d)\b/.exec(runtime ?? '')?.[1] ?? '2021';
}

function joinDiffs(diffs: readonly string[]): { diff: string; isCut: boolean } {
  let diff = '';
  for (const next of diffs) {
    if (diff.length + next.length > MAX_DIFF_CHARS) return { diff, isCut: true };
    diff += next;
  }
  return { diff, isCut: false };
}
