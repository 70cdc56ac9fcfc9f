import { createHash } from 'node:crypto';
import { printable } from '@ku0/agent-runtime-tools-core';

/** Why a server or a tool cannot be used under this name; undefined if it can. */
export function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'it has no name';
  if (name.length > MAX_ORIGINAL) return `its name is longer than ${MAX_ORIGINAL} characters`;
  if (printable(name) !== name) return 'its name has control or invisible characters';
  // In `server__tool` it would be unclear where the name of the server ends.
  if (name.includes('__')) return 'its name has two underscores in a row';
  if (looksLikeAnother(name)) return 'its name mixes letters of alphabets that look alike';
  return undefined;
}

const MAX_ORIGINAL = 256;

/**
 * The name under which a tool is registered: `server__tool` if every model provider accepts that. Otherwise the characters are
 * replaced, the name is cut, and a digest of the original names is added. Names with the same digest ending of their own get
 * another, so that two tools never share a name:
 *
 *   github, create_issue   github__create_issue
 *   my server, read.it     my_server__read_it_f3af2f0ce84a
 */
export function registeredName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  if (isPlain(server, tool) && plain.length <= MAX_REGISTERED && !DIGEST_END.test(plain)) return plain;
  const digest = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, DIGEST_CHARS);
  const serverPart = cleaned(server, 'server').slice(0, MAX_SERVER_PART);
  const room = MAX_REGISTERED - serverPart.length - '__'.length - '_'.length - DIGEST_CHARS;
  return `${serverPart}__${cleaned(tool, 'tool').slice(0, room)}_${digest}`;
}

const MAX_REGISTERED = 64;
const MAX_SERVER_PART = 20;
const DIGEST_CHARS = 12;
const DIGEST_END = /_[0-9a-f]{12}$/;

/** Whether `server__tool` is allowed everywhere and can be taken apart in one way only. */
function isPlain(server: string, tool: string): boolean {
  if (!ACCEPTED.test(server) || !ACCEPTED.test(tool)) return false;
  return server.toLowerCase() !== 'mcp' && !server.endsWith('_') && !tool.startsWith('_');
}

const ACCEPTED = /^[a-zA-Z0-9_-]+$/;

function cleaned(name: string, fallback: string): string {
  const text = name
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return text === '' || text.toLowerCase() === 'mcp' ? fallback : text;
}

/** `pаypal` with a Cyrillic а, or `ｒead` with a full-width r: the letters of two alphabets in one name, or stand-ins for ASCII. */
function looksLikeAnother(name: string): boolean {
  const alphabets = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
    /\p{Script=Cherokee}/u,
  ];
  if (alphabets.filter((alphabet) => alphabet.test(name)).length > 1) return true;
  return name.normalize('NFKC') !== name.normalize('NFC');
}
