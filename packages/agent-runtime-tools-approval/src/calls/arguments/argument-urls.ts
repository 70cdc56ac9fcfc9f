import { argumentTexts } from './argument-texts.ts';

/** The addresses that a call names: by the names of parameters, and where those mean nothing, all that look like one. */
export function argumentUrls(params: Readonly<Record<string, unknown>>, isKnown: boolean): string[] {
  const urls: string[] = [];
  for (const name of NAMES) {
    const value = params[name];
    if (typeof value === 'string') urls.push(value);
    else if (Array.isArray(value)) for (const item of value) if (typeof item === 'string') urls.push(item);
  }
  if (isKnown) return urls;
  for (const { name, text } of argumentTexts(params)) {
    const isOne = text.length <= MAX_LENGTH && (ADDRESS.test(text) || NAMES.includes(name));
    if (isOne && !urls.includes(text)) urls.push(text);
  }
  return urls;
}

const NAMES: readonly string[] = ['url', 'uri', 'href', 'endpoint', 'urls'];
const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}[^\s/\\]/i;
const MAX_LENGTH = 8192;
