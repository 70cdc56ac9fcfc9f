import { createHash } from 'node:crypto';
import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText } from '@ku0/agent-runtime-tools-core';
import type { ApprovalRequest } from '../gate/approval-request.ts';
import { wrapLines } from './wrap-lines.ts';
import { cutDiff, described } from './cut-diff.ts';
import { framedText, type FrameOptions } from './framed-text.ts';
import { asciiHost, mixedScriptWords } from './look-alikes.ts';
import { argumentsBesideDiff } from './arguments-beside-diff.ts';
import { visibleText } from './visible-text.ts';

/** A request, or as much of one as there is to show. */
export type RenderedRequest = Pick<ApprovalRequest, 'tool' | 'args'> & Partial<ApprovalRequest>;

export interface RenderOptions {
  /** Characters per line. Default 100. */
  readonly width?: number;
  /** Lines per argument, and of the changes. Default 40. */
  readonly maxLines?: number;
  /** False where the caller shows the preview and the changes itself. Default true. */
  readonly changes?: boolean;
}

/**
 * What to show a person, line by line, for a terminal or a page. Everything comes from the real arguments; nothing in
 * them can hide itself, and what is not shown in full says so.
 */
export function renderRequest(
  request: RenderedRequest,
  { width = 100, maxLines = 40, changes = true }: RenderOptions = {},
): string[] {
  const frame: FrameOptions = { width: Math.max(20, width), maxChars: 4000, maxLines: Math.max(4, maxLines) };
  const { tool, args, reason, risk, cwd, diff, always } = request;
  const said = (label: string, text: string): string[] => labelled(label, text, frame.width);
  return [
    ...said('Tool: ', tool),
    ...(reason === undefined ? [] : said('Why it asks: ', reason)),
    ...otherReasons(request).flatMap((why) => said('             ', why)),
    ...(risk === undefined ? [] : said(`Risk: ${risk.level} `, `(${risk.why})`)),
    ...(cwd === undefined ? [] : said('Folder: ', cwd)),
    ...lookAlikes('tool name', tool, frame),
    ...renderArguments(args, diff, frame),
    ...(changes ? renderChanges(request, frame) : []),
    ...(always === undefined ? [] : said('"Always" would cover: ', always.covers)),
  ];
}

/** Besides the first, which says most. */
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
    const { lines: pieces, leftOut: cut } = framedText(line, { width, maxChars: MAX_LINE_CHARS, maxLines: 4 });
    charactersCut += cut;
    return pieces;
  });
  const isCut = leftOut.added + leftOut.removed + leftOut.other > 0;
  return [
    ...shown,
    ...(isCut ? labelled('! ', `changes cannot be shown in full: ${described(leftOut)} left out.`, width) : []),
    ...(charactersCut > 0
      ? labelled(
          '! ',
          `changes cannot be shown in full: ${charactersCut} characters of long lines are left out.`,
          width,
        )
      : []),
  ];
}

/** Many arguments share the page: none of them may push the others from it. */
function renderArguments(
  given: Readonly<Record<string, unknown>>,
  diff: string | undefined,
  frame: FrameOptions,
): string[] {
  const { args, inChanges } = argumentsBesideDiff(given, diff);
  const all = inOrder(args);
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
          `${cutText(place, MAX_LINE_CHARACTERS, '')}: ${text.length} characters, in the changes`,
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
  // A name cannot pass itself off as one of the words here, which begin with a capital or a sign.
  const label = OWN_NAME.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`;
  return [
    ...valueLines(label, text, frame, { isCommand: COMMANDS.has(name) }),
    ...lookAlikes('the name of an argument', name, frame),
    ...(COMMANDS.has(name) ? commandNotes(text, frame) : []),
    ...lookAlikes(name, text, frame),
    ...hostNote(text),
  ];
}

function valueLines(label: string, text: string, frame: FrameOptions, { isCommand = false } = {}): string[] {
  const isLarge = text.length > LARGE && !isCommand;
  const size = isLarge ? ` ${Buffer.byteLength(text)} bytes, sha256 ${sha256(text)}` : '';
  return [
    ...labelled('', `${cutText(label, MAX_LINE_CHARACTERS, '')}:${size}`, frame.width),
    ...framed(text, isLarge ? { ...frame, maxChars: LARGE } : frame, label),
  ];
}

/** One of our own words and what follows it, marked where it goes on. */
function labelled(label: string, text: string, width: number): string[] {
  const room = width + 2 - label.length;
  return wrapLines(oneLine(text), width, room).map((piece, at) => (at === 0 ? label + piece : `┊ ${piece}`));
}

/** Nesting has no end in memory, but it has one on a page. */
function jsonOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return '[cannot be shown: it is nested too deeply, or is no JSON]';
  }
}

function framed(text: string, frame: FrameOptions, name: string): string[] {
  const { lines, leftOut, linesLeftOut } = framedText(text, frame);
  if (leftOut === 0) return [...lines];
  const inLines = linesLeftOut > 1 ? `, in ${linesLeftOut} of ${text.split('\n').length} lines` : '';
  const note = `${cutText(name, MAX_NAME_CHARACTERS, '')} cannot be shown in full: ${leftOut} of ${text.length} characters are left out${inLines}.`;
  return [...lines, ...labelled('! ', note, frame.width)];
}

/** Where a command is too long to read, what it runs is still named. */
function commandNotes(text: string, { maxChars, width }: FrameOptions): string[] {
  if (text.length <= maxChars && text.split('\n').length < 20) return [];
  const { parts, complete } = analyzeCommand(text, { maxLength: 200_000 });
  const programs = [...new Set(parts.map((part) => part.program).filter((program) => program !== ''))];
  if (programs.length === 0) return ['! What it runs could not be found out.'];
  return labelled('Runs: ', `${programs.join(', ')}${complete ? '' : ', and more that is not understood'}`, width);
}

function lookAlikes(name: string, text: string, { width }: FrameOptions): string[] {
  const place = cutText(name, MAX_NAME_CHARACTERS, '');
  return mixedScriptWords(text).flatMap((note) => labelled('! ', `In ${place}: ${note}`, width));
}

function hostNote(text: string): string[] {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim())) return [];
  const host = asciiHost(text);
  return host === undefined ? [] : [`! The address leads to ${host}`];
}

/** What decides comes first; nothing is left out. */
function inOrder(args: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(args).sort(([a], [b]) => rank(a) - rank(b));
}

function rank(name: string): number {
  const found = FIRST.indexOf(name);
  return found < 0 ? FIRST.length : found;
}

function oneLine(text: string): string {
  return visibleText(
    cutText(text, MAX_LINE_CHARACTERS, '').replace(/[ \t]{9,}/g, (blanks) => `[${blanks.length} blanks]`),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const FIRST = ['command', 'cmd', 'script', 'args', 'path', 'from', 'to', 'url', 'cwd', 'working_dir', 'env'];
const LARGE = 2000;
const MAX_LINE_CHARACTERS = 500;
const MAX_NAME_CHARACTERS = 200;
const MAX_ARGUMENTS = 40;
const MAX_LINES = 200;
const MAX_WARNINGS = 10;
const MAX_REASONS = 4;
const MAX_LINE_CHARS = 300;
const COMMANDS = new Set(['command', 'cmd', 'script']);
const OWN_NAME = /^[a-z_][A-Za-z0-9_.-]*$/;
