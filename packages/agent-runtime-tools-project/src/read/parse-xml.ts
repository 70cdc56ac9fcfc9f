/** An element of an XML file, without comments, processing instructions and namespaces. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in the element. */
  readonly text: string;
}

/**
 * Parses the simple XML of `pom.xml` and project files. Entities other than the five of XML stay as they are: nothing is
 * expanded or loaded. Returns undefined if the text is not XML, or nested more than 100 elements deep.
 */
export function parseXml(text: string): XmlElement | undefined {
  const top: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const stack = [top];
  for (const match of text.matchAll(TOKEN)) {
    const [, cdata, closing, name, attributes, selfClosing, plain] = match;
    const open = stack.at(-1);
    if (open === undefined) return undefined;
    if (plain !== undefined) open.text += decode(plain);
    else if (cdata !== undefined) open.text += cdata;
    else if (closing !== undefined) {
      if (stack.length === 1 || open.name !== closing) return undefined;
      stack.pop();
    } else if (name !== undefined) {
      const element = { name, attributes: parseAttributes(attributes ?? ''), children: [], text: '' };
      open.children.push(element);
      if (selfClosing === '') stack.push(element);
      if (stack.length > MAX_DEPTH) return undefined;
    }
  }
  return stack.length === 1 ? top.children[0] : undefined;
}

/** The children with a name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The text at a path of element names. */
export function xmlText(element: XmlElement | undefined, ...names: readonly string[]): string | undefined {
  let found = element;
  for (const name of names) found = childrenOf(found, name)[0];
  const text = found?.text.trim().slice(0, 500) ?? '';
  return text === '' ? undefined : text;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: OpenElement[];
  text: string;
}

// Every alternative ends at the next bracket or at the end of the text, so that a hostile file takes linear time.
const TOKEN =
  /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|<!\[CDATA\[([^]*?)(?:\]\]>|$)|<![^>]*>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:[^<>"'/]|"[^"]*"|'[^']*'|\/(?!>))*)(\/?)>|([^<]+)/g;
const MAX_DEPTH = 100;

function parseAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, double, single] of text.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (name !== undefined && name !== '__proto__') found[name] = decode(double ?? single ?? '');
  return found;
}

function decode(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
