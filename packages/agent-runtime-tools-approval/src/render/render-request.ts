import { createHash } from 'node:crypto';
import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText } from '@ku0/agent-runtime-tools-core';
import type { ApprovalRequest } from '../gate/approval-request.ts';
import { wrapLines } from './wrap-lines.ts';
import { cutDiff, describeCounts } from './cut-diff.ts';
import { frameText, type FrameOptions } from './framed-text.ts';
import { asciiHost, lookAlikeWarnings } from './look-alikes.ts';
import { argumentsBesideDiff } from './arguments-beside-diff.ts';
import { visibleText } from './visible-text.ts';

/** A request, or the part of one that is to be shown. */
export type RenderedRequest = Pick<ApprovalRequest, 'tool' | 'args'> & Partial<ApprovalRequest>;

export interface RenderOptions {
  /** Characters per line. Default 100. */
  readonly width?: number;
  /** The most lines per argument, and for the changes. Default 40. */
  readonly maxLines?: number;
  /** False if the caller shows the preview and the changes itself. Default true. */
  readonly changes?: boolean;
}

/**
 * Renders a request as lines for a terminal or a page. Everything comes from the real arguments, invisible characters are
 * made visible, and every text that is not shown in full is marked.
 */
export function renderRequest(
  request: RenderedRequest,
  { width = 100, maxLines = 40, changes = true }: RenderOptions = {},
): string[] {
  const frame: FrameOptions = { width: Math.max(20, width), maxChars: 4000, maxLines: Math.max(4, maxLines) };
  const { tool, args, reason, risk, cwd, diff, always } = request;
  const labelledLine = (label: string, text: string): string[] => labelled(label, text, frame.width);
  return [
    ...labelledLine('Tool: ', tool),
    ...(reason === undefined ? [] : labelledLine('Why it asks: ', reason)),
    ...otherReasons(request).flatMap((why) => labelledLine('             ', why)),
    ...(risk === undefined ? [] : labelledLine(`Risk: ${risk.level} `, `(${risk.why})`)),
    ...(cwd === undefined ? [] : labelledLine('Folder: ', cwd)),
    ...lookAlikeNotes('tool name', tool, frame),
    ...renderArguments(args, diff, frame),
    ...(changes ? renderChanges(request, frame) : []),
    ...(always === undefined ? [] : labelledLine('"Always" would cover: ', always.covers)),
  ];
}

/** All reasons but the first, which is shown as the main one. */
function otherReasons({ reason, reasons = [] }: RenderedRequest): readonly string[] {
  return reasons.filter((why) => why !== reason).slice(0, MAX_REASONS);
}

function renderChanges({ preview, diff }: RenderedRequest, frame: FrameOptions): string[] {
  const warnings = preview?.warnings ?? [];
  return [
    ...(preview === undefined ? [] : labelled('Preview: ', preview.summary, frame.width)),
    ...warnings.slice(0, MAX_WARNINGS).flatMap((warning) => labelled('! ', warning, frame.width)),
    ...(warnings.length > MAX_WARNINGS ? [`! ${warnings.length - MAX_WARNINGS} more warnings are not shown.`] : []),
    ...(diff === undefined ? [] : ['Changes:', ...renderDiff(diff, frame)]),
  ];
}

function renderDiff(diff: string, { width, maxLines }: FrameOptions): string[] {
  const { lines, leftOut } = cutDiff(diff.split('\n'), maxLines);
  let charactersCut = 0;
  const shown = lines.flatMap((line) => {
    const { lines: pieces, leftOut: cut } = frameText(line, { width, maxChars: MAX_DIFF_LINE_CHARACTERS, maxLines: 4 });
    charactersCut += cut;
    return pieces;
  });
  const isCut = leftOut.added + leftOut.removed + leftOut.other > 0;
  return [
    ...shown,
    ...(isCut ? labelled('! ', `changes cannot be shown in full: ${describeCounts(leftOut)} left out.`, width) : []),
    ...(charactersCut > 0
      ? labelled(
          '! ',
          `changes cannot be shown in full: ${charactersCut} characters of long lines are left out.`,
          width,
        )
      : []),
  ];
}

/** Many arguments share the available lines, so that none pushes the others off the page. */
function renderArguments(
  given: Readonly<Record<string, unknown>>,
  diff: string | undefined,
  frame: FrameOptions,
): string[] {
  const { args, inChanges } = argumentsBesideDiff(given, diff);
  const all = inDisplayOrder(args);
  const shown = all.slice(0, MAX_ARGUMENTS);
  const maxLines = Math.max(4, Math.min(frame.maxLines, Math.floor(MAX_LINES / Math.max(1, shown.length))));
  const more = all.slice(MAX_ARGUMENTS);
  return [
    ...shown.flatMap(([name, value], at) => [
      ...renderArgument(name, value, { ...frame, maxLines: at === 0 ? frame.maxLines : maxLines }),
    ]),
    ...(more.length === 0
      ? []
      : valueLines(`(${more.length} more arguments)`, jsonOf(Object.fromEntries(more)), { ...frame, maxLines })),
    ...inChanges
      .slice(0, MAX_ARGUMENTS)
      .flatMap(({ place, text }) =>
        labelled(
          '',
          `${cutText(place, MAX_LABEL_CHARACTERS, '')}: ${text.length} characters, in the changes`,
          frame.width,
        ),
      ),
    ...(inChanges.length > MAX_ARGUMENTS
      ? [`(${inChanges.length - MAX_ARGUMENTS} more texts are in the changes)`]
      : []),
  ];
}

function renderArgument(name: string, value: unknown, frame: FrameOptions): string[] {
  const text = typeof value === 'string' ? value : jsonOf(value);
  // Our own labels start with a capital or a sign. A name that does so is quoted.
  const label = PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
  return [
    ...valueLines(label, text, frame, {
      isCommand: COMMAND_PARAMETERS.has(name),
      isScalar: value === null || typeof value === 'number' || typeof value === 'boolean',
    }),
    ...lookAlikeNotes('the name of an argument', name, frame),
    ...(COMMAND_PARAMETERS.has(name) ? commandNotes(text, frame) : []),
    ...lookAlikeNotes(name, text, frame),
    ...hostNote(text),
  ];
}

function valueLines(
  label: string,
  text: string,
  frame: FrameOptions,
  { isCommand = false, isScalar = false } = {},
): string[] {
  const isLarge = text.length > LARGE_TEXT && !isCommand;
  // A number or a word of JSON can imitate nothing, so it needs no frame.
  if (isScalar) return labelled('', `${cutText(label, MAX_LABEL_CHARACTERS, '')}: ${text}`, frame.width);
  const size = isLarge ? ` ${Buffer.byteLength(text)} bytes, sha256 ${sha256(text)}` : '';
  return [
    ...labelled('', `${cutText(label, MAX_LABEL_CHARACTERS, '')}:${size}`, frame.width),
    ...frameWithNote(text, isLarge ? { ...frame, maxChars: LARGE_TEXT } : frame, label),
  ];
}

/** A label with its text, wrapped with a mark on the continued lines. */
function labelled(label: string, text: string, width: number): string[] {
  const room = width + 2 - label.length;
  return wrapLines(oneLine(text), width, room).map((piece, at) => (at === 0 ? label + piece : `┊ ${piece}`));
}

function jsonOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return '[cannot be shown: it is nested too deeply or is not JSON]';
  }
}

function frameWithNote(text: string, frame: FrameOptions, name: string): string[] {
  const { lines, leftOut, linesLeftOut } = frameText(text, frame);
  if (leftOut === 0) return [...lines];
  const inLines = linesLeftOut > 1 ? `, in ${linesLeftOut} of ${text.split('\n').length} lines` : '';
  const note = `${cutText(name, MAX_NAME_CHARACTERS, '')} cannot be shown in full: ${leftOut} of ${text.length} characters are left out${inLines}.`;
  return [...lines, ...labelled('! ', note, frame.width)];
}

/** For a command that is too long to read, names the programs that it runs. */
function commandNotes(text: string, { maxChars, width }: FrameOptions): string[] {
  if (text.length <= maxChars && text.split('\n').length < 20) return [];
  const { parts, complete } = analyzeCommand(text, { maxLength: 200_000 });
  const programs = [...new Set(parts.map((part) => part.program).filter((program) => program !== ''))];
  if (programs.length === 0) return ['! What it runs could not be found out.'];
  return labelled('Runs: ', `${programs.join(', ')}${complete ? '' : ', and more that is not understood'}`, width);
}

function lookAlikeNotes(name: string, text: string, { width }: FrameOptions): string[] {
  const place = cutText(name, MAX_NAME_CHARACTERS, '');
  return lookAlikeWarnings(text).flatMap((note) => labelled('! ', `In ${place}: ${note}`, width));
}

/** Also for texts such as `http:host` and `http:\\host`, which programs take for addresses too. */
function hostNote(text: string): string[] {
  const host = asciiHost(text);
  return host === undefined ? [] : [`! The address leads to ${host}`];
}

/** The arguments that matter most come first. */
function inDisplayOrder(args: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(args).sort(([a], [b]) => rank(a) - rank(b));
}

function rank(name: string): number {
  const found = DISPLAY_ORDER.indexOf(name);
  return found < 0 ? DISPLAY_ORDER.length : found;
}

function oneLine(text: string): string {
  return visibleText(
    cutText(text, MAX_LABEL_CHARACTERS, '').replace(/[ \t]{9,}/g, (blanks) => `[${blanks.length} blanks]`),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const DISPLAY_ORDER = ['command', 'cmd', 'script', 'args', 'path', 'from', 'to', 'url', 'cwd', 'working_dir', 'env'];
const LARGE_TEXT = 2000;
const MAX_LABEL_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 200;
const MAX_ARGUMENTS = 40;
const MAX_LINES = 200;
const MAX_WARNINGS = 10;
const MAX_REASONS = 4;
const MAX_DIFF_LINE_CHARACTERS = 300;
const COMMAND_PARAMETERS = new Set(['command', 'cmd', 'script']);
const PLAIN_NAME = /^[a-z_][A-Za-z0-9_.-]*$/;
