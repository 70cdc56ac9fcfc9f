import { argumentTexts } from './argument-texts.ts';

/** The URLs of a call: by parameter name and, unless the tool's parameters are known, every text that looks like one. */
export function argumentUrls(params: Readonly<Record<string, unknown>>, isKnown: boolean): string[] {
  const urls: string[] = [];
  for (const name of NAMES) {
    const value = params[name];
    if (typeof value === 'string') urls.push(value);
    else if (Array.isArray(value)) for (const item of value) if (typeof item === 'string') urls.push(item);
  }
  if (isKnown) return urls;
  for (const { name, text } of argumentTexts(params)) {
    const isUrl = text.length <= MAX_LENGTH && (URL_START.test(text) || NAMES.includes(name));
    if (isUrl && !urls.includes(text)) urls.push(text);
  }
  return urls;
}

const NAMES: readonly string[] = ['url', 'uri', 'href', 'endpoint', 'urls'];
const URL_START = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}[^\s/\\]/i;
const MAX_LENGTH = 8192;
