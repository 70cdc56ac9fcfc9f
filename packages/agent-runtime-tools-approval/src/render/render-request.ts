import { createHash } from 'node:crypto';
import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText } from '@ku0/agent-runtime-tools-core';
import type { ApprovalRequest } from '../gate/approval-request.ts';
import { brokenLines } from './broken-lines.ts';
import { framedText, type FrameOptions } from './framed-text.ts';
import { asciiHost, mixedScriptWords } from './look-alikes.ts';
import { visibleText } from './visible-text.ts';

/** A request, or as much of one as there is to show. */
export type RenderedRequest = Pick<ApprovalRequest, 'tool' | 'args'> & Partial<ApprovalRequest>;

export interface RenderOptions {
  /** Characters per line. Default 100. */
  readonly width?: number;
  /** Lines per argument. Default 40. */
  readonly maxLines?: number;
}

/**
 * What to show a person, line by line, for a terminal or a page. Everything comes from the real arguments; nothing in
 * them can hide itself, and what is not shown in full says so.
 */
export function renderRequest(request: RenderedRequest, { width = 100, maxLines = 40 }: RenderOptions = {}): string[] {
  const frame: FrameOptions = { width: Math.max(20, width), maxChars: 4000, maxLines: Math.max(4, maxLines) };
  const { tool, args, reason, risk, cwd, preview, diff, always } = request;
  const said = (label: string, text: string): string[] => labelled(label, text, frame.width);
  const warnings = preview?.warnings ?? [];
  return [
    ...said('Tool: ', tool),
    ...(reason === undefined ? [] : said('Why it asks: ', reason)),
    ...(risk === undefined ? [] : said(`Risk: ${risk.level} `, `(${risk.why})`)),
    ...(cwd === undefined ? [] : said('Folder: ', cwd)),
    ...lookAlikes('tool name', tool, frame),
    ...renderArguments(args, frame),
    ...(preview === undefined ? [] : said('Preview: ', preview.summary)),
    ...warnings.slice(0, MOST_WARNINGS).flatMap((warning) => said('! ', warning)),
    ...(warnings.length > MOST_WARNINGS ? [`! ${warnings.length - MOST_WARNINGS} more warnings are not shown.`] : []),
    ...(diff === undefined ? [] : ['Changes:', ...framed(diff, frame, 'changes')]),
    ...(always === undefined ? [] : said('"Always" would cover: ', always.covers)),
  ];
}

/** Many arguments share the page: none of them may push the others from it. */
function renderArguments(args: Readonly<Record<string, unknown>>, frame: FrameOptions): string[] {
  const all = inOrder(args);
  const shown = all.slice(0, MOST_ARGUMENTS);
  const maxLines = Math.max(4, Math.min(frame.maxLines, Math.floor(MOST_LINES / Math.max(1, shown.length))));
  const more = all.slice(MOST_ARGUMENTS);
  return [
    ...shown.flatMap(([name, value], at) => [
      ...renderArgument(name, value, { ...frame, maxLines: at === 0 ? frame.maxLines : maxLines }),
    ]),
    ...(more.length === 0
      ? []
      : valueLines(`(${more.length} more arguments)`, jsonOf(Object.fromEntries(more)), { ...frame, maxLines })),
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
    ...labelled('', `${cutText(label, MOST_OF_A_LINE, '')}:${size}`, frame.width),
    ...framed(text, isLarge ? { ...frame, maxChars: LARGE } : frame, label),
  ];
}

/** One of our own words and what follows it, marked where it goes on. */
function labelled(label: string, text: string, width: number): string[] {
  const room = width + 2 - label.length;
  return brokenLines(oneLine(text), width, room).map((piece, at) => (at === 0 ? label + piece : `┊ ${piece}`));
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
  const { lines, leftOut } = framedText(text, frame);
  if (leftOut === 0) return [...lines];
  const note = `${cutText(name, MOST_OF_A_NAME, '')} cannot be shown in full: ${leftOut} of ${text.length} characters are left out.`;
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
  const place = cutText(name, MOST_OF_A_NAME, '');
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
  return visibleText(cutText(text, MOST_OF_A_LINE, '').replace(/[ \t]{9,}/g, (blanks) => `[${blanks.length} blanks]`));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const FIRST = ['command', 'cmd', 'script', 'args', 'path', 'from', 'to', 'url', 'cwd', 'working_dir', 'env'];
const LARGE = 2000;
const MOST_OF_A_LINE = 500;
const MOST_OF_A_NAME = 200;
const MOST_ARGUMENTS = 40;
const MOST_LINES = 200;
const MOST_WARNINGS = 10;
const COMMANDS = new Set(['command', 'cmd', 'script']);
const OWN_NAME = /^[a-z_][A-Za-z0-9_.-]*$/;
