import { createHash } from 'node:crypto';
import { analyzeCommand } from '@ku0/agent-runtime-tools-commands';
import { canonicalJson, cutText } from '@ku0/agent-runtime-tools-core';
import type { ApprovalRequest } from '../gate/approval-request.ts';
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
  return [
    `Tool: ${oneLine(tool)}`,
    ...(reason === undefined ? [] : [`Why it asks: ${oneLine(reason)}`]),
    ...(risk === undefined ? [] : [`Risk: ${risk.level} (${oneLine(risk.why)})`]),
    ...(cwd === undefined ? [] : [`Folder: ${oneLine(cwd)}`]),
    ...lookAlikes('tool name', tool),
    ...inOrder(args).flatMap(([name, value]) => renderArgument(name, value, frame)),
    ...(preview === undefined ? [] : [`Preview: ${oneLine(preview.summary)}`]),
    ...(preview?.warnings ?? []).map((warning) => `! ${oneLine(warning)}`),
    ...(diff === undefined ? [] : ['Changes:', ...framed(diff, frame, 'changes')]),
    ...(always === undefined ? [] : [`"Always" would cover: ${oneLine(always.covers)}`]),
  ];
}

function renderArgument(name: string, value: unknown, frame: FrameOptions): string[] {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const isLarge = text.length > LARGE && name !== 'command';
  const size = isLarge ? ` ${Buffer.byteLength(text)} bytes, sha256 ${sha256(text)}` : '';
  return [
    `${oneLine(name)}:${size}`,
    ...framed(text, isLarge ? { ...frame, maxChars: LARGE } : frame, name),
    ...(name === 'command' ? commandNotes(text, frame) : []),
    ...lookAlikes(name, text),
    ...hostNote(text),
  ];
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
  return leftOut === 0
    ? [...lines]
    : [...lines, `! ${oneLine(name)} cannot be shown in full: ${leftOut} of ${text.length} characters are left out.`];
}

/** Where a command is too long to read, what it runs is still named. */
function commandNotes(text: string, { maxChars }: FrameOptions): string[] {
  if (text.length <= maxChars && text.split('\n').length < 20) return [];
  const { parts, complete } = analyzeCommand(text, { maxLength: 200_000 });
  const programs = [...new Set(parts.map((part) => part.program).filter((program) => program !== ''))];
  if (programs.length === 0) return ['! What it runs could not be found out.'];
  return [`Runs: ${oneLine(programs.join(', '))}${complete ? '' : ', and more that is not understood'}`];
}

function lookAlikes(name: string, text: string): string[] {
  return mixedScriptWords(text).map((note) => `! In ${oneLine(name)}: ${oneLine(note)}`);
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

const FIRST = ['command', 'args', 'path', 'from', 'to', 'url', 'cwd', 'working_dir', 'env'];
const LARGE = 2000;
const MOST_OF_A_LINE = 500;
