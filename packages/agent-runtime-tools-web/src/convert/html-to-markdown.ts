import { NodeHtmlMarkdown } from 'node-html-markdown';
import { parse, type HTMLElement } from 'node-html-parser';

export interface ConvertedPage {
  readonly text: string;
  readonly title?: string | undefined;
}

/** The main content of a page as Markdown, with code blocks, tables and absolute links. Runs in the conversion thread. */
export function htmlToMarkdown(html: string, baseUrl: string): ConvertedPage {
  const document = parse(html, { comment: false });
  const content = mainContent(document);
  makeAbsolute(content, baseUrl);
  const text = NodeHtmlMarkdown.translate(content.toString(), {
    keepDataImages: false,
    maxConsecutiveNewlines: 2,
  }).trim();
  return { text, title: titleOf(document) };
}

/** The text of a page without any markup. Runs in the conversion thread. */
export function htmlToText(html: string): ConvertedPage {
  const document = parse(html, { comment: false });
  return { text: mainContent(document).structuredText.trim(), title: titleOf(document) };
}

/** The element that holds the content, without what is never content. */
function mainContent(document: HTMLElement): HTMLElement {
  for (const element of document.querySelectorAll('script, style, noscript, template, svg, iframe')) element.remove();
  const candidates = document.querySelectorAll('main, article, [role=main]');
  const [only] = candidates;
  // Several articles are a list of them, and a short one may be a teaser: then the whole page counts.
  const isMain =
    only !== undefined && (candidates.length === 1 || only.tagName === 'MAIN') && only.text.length > MIN_MAIN_CHARS;
  return isMain ? only : (document.querySelector('body') ?? document);
}

const MIN_MAIN_CHARS = 200;

function titleOf(document: HTMLElement): string | undefined {
  const title = document.querySelector('title')?.text.replaceAll(/\s+/g, ' ').trim();
  return title === undefined || title === '' ? undefined : title.slice(0, 300);
}

function makeAbsolute(content: HTMLElement, baseUrl: string): void {
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of content.querySelectorAll(selector)) {
      const absolute = URL.parse(element.getAttribute(attribute) ?? '', baseUrl);
      if (absolute !== null) element.setAttribute(attribute, absolute.href);
    }
  }
}
