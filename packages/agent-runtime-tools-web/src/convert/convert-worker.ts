import { parentPort } from 'node:worker_threads';
import type { ConversionJob, ConversionResult } from './convert-document.ts';

// Runs in a thread of its own: a document that a converter cannot finish is given up with the thread.
parentPort?.once('message', (job: ConversionJob) => {
  convert(job).then(
    (result) => parentPort?.postMessage(result, []),
    (error: unknown) => parentPort?.postMessage({ ok: false, reason: String(error) } satisfies ConversionResult, []),
  );
});

async function convert(job: ConversionJob): Promise<ConversionResult> {
  if (job.kind === 'pdf') {
    const { extractText, getDocumentProxy } = await import('unpdf');
    const document = await getDocumentProxy(job.bytes);
    const { text, totalPages } = await extractText(document, { mergePages: false });
    const pages = text.map((page, index) => `[page ${index + 1} of ${totalPages}]\n${page.trim()}`);
    return { ok: true, text: pages.join('\n\n') };
  }
  const { htmlToMarkdown, htmlToText } = await import('./html-to-markdown.ts');
  return { ok: true, ...(job.kind === 'markdown' ? htmlToMarkdown(job.html, job.url) : htmlToText(job.html)) };
}
