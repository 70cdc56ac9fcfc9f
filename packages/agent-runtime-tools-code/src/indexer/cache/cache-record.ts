import { isRecord } from '@ku0/agent-runtime-tools-core';
import {
  SYMBOL_KINDS,
  type CodeExport,
  type CodeFile,
  type CodeImport,
  type CodeSymbol,
  type SymbolKind,
} from '../code-file.ts';
import { LANGUAGES, type Language } from '../source-languages.ts';
import type { SourceFile } from '../list-sources.ts';

/** The record of a file without its content. */
export interface RecordHead extends SourceFile {
  /** A digest of the content and the dialect: what the record was read from. */
  readonly digest: string;
  /** The content was read so long after its last change that size and time tell the next change. */
  readonly isSettled: boolean;
  /** The names of the definitions, each once. */
  readonly definedNames: readonly string[];
}

/** Checks every field of a parsed value. Undefined if one is not as it was written. */
export function readHead(value: unknown): RecordHead | undefined {
  if (!isRecord(value)) return undefined;
  const { path, language, size, modifiedMs, digest, isSettled, definedNames } = value;
  const isValid =
    typeof path === 'string' &&
    isLanguage(language) &&
    typeof size === 'number' &&
    typeof modifiedMs === 'number' &&
    typeof digest === 'string' &&
    typeof isSettled === 'boolean' &&
    isListOf(definedNames, isText);
  return isValid ? { path, language, size, modifiedMs, digest, isSettled, definedNames } : undefined;
}

const KINDS: ReadonlySet<unknown> = new Set<SymbolKind>(SYMBOL_KINDS);
const KNOWN_LANGUAGES: ReadonlySet<unknown> = new Set<Language>(LANGUAGES);

function isLanguage(value: unknown): value is Language {
  return KNOWN_LANGUAGES.has(value);
}

/** Checks every field of a parsed value. */
export function isCodeFile(value: unknown): value is CodeFile {
  return (
    isRecord(value) &&
    isListOf(value['symbols'], isSymbol) &&
    isListOf(value['imports'], isImport) &&
    isListOf(value['exports'], isExport) &&
    isListOf(value['names'], isText) &&
    isOptionalText(value['syntaxError'])
  );
}

function isSymbol(value: unknown): value is CodeSymbol {
  return (
    isRecord(value) &&
    isText(value['name']) &&
    KINDS.has(value['kind']) &&
    isText(value['signature']) &&
    isOptionalText(value['documentation']) &&
    isLine(value['line']) &&
    isLine(value['column']) &&
    isLine(value['endLine']) &&
    typeof value['exported'] === 'boolean' &&
    isOptionalText(value['container'])
  );
}

function isImport(value: unknown): value is CodeImport {
  if (!isRecord(value)) return false;
  const { source, symbols, isDefault, isNamespace, isType, aliases, form, line } = value;
  return (
    isText(source) &&
    isListOf(symbols, isText) &&
    [isDefault, isNamespace, isType].every((each) => typeof each === 'boolean') &&
    (aliases === undefined || (isRecord(aliases) && Object.values(aliases).every(isText))) &&
    ['import', 'dynamic', 'require', 'type'].some((each) => each === form) &&
    isLine(line)
  );
}

function isExport(value: unknown): value is CodeExport {
  if (!isRecord(value)) return false;
  const { name, kind, isDefault, isType, from, local, line } = value;
  return (
    isText(name) &&
    isText(kind) &&
    [isDefault, isType].every((each) => typeof each === 'boolean') &&
    isOptionalText(from) &&
    isOptionalText(local) &&
    isLine(line)
  );
}

function isListOf<T>(value: unknown, is: (each: unknown) => each is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

function isLine(value: unknown): value is number {
  return Number.isInteger(value);
}
