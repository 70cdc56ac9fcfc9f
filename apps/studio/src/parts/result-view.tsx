import { useState, type ReactNode } from 'react';
import type { ContentPart } from '../api/studio-api.ts';
import { CodeBlock } from './code-block.tsx';
import { DiffView, isDiff } from './diff-view.tsx';
import { json } from './format.ts';
import { Tabs, type Tab } from './tabs.tsx';
import { TableView, rowsOf } from './table-view.tsx';

interface ResultViewProps {
  readonly content: readonly ContentPart[];
  readonly value: unknown;
}

/** A value in every form that it has: an image, a diff, a table, text, JSON. The most telling form comes first. */
export function ResultView({ content, value }: ResultViewProps): ReactNode {
  const [chosen, setChosen] = useState('');
  return <Tabs label="Forms of the result" tabs={formsOf(content, value)} chosen={chosen} onChoose={setChosen} />;
}

function formsOf(content: readonly ContentPart[], value: unknown): Tab[] {
  const images = content.filter((part) => part.type === 'image');
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const diff = diffIn(value) ?? (isDiff(text) ? text : undefined);
  const rows = rowsOf(value);
  return [
    ...(images.length > 0 ? [{ name: 'Image', content: () => <Images images={images} /> }] : []),
    ...(diff !== undefined ? [{ name: 'Diff', content: () => <DiffView diff={diff} /> }] : []),
    ...(rows !== undefined ? [{ name: 'Table', content: () => <TableView rows={rows} /> }] : []),
    ...(text !== '' ? [{ name: 'Text', content: () => <CodeBlock label="Result as text" text={text} /> }] : []),
    { name: 'JSON', content: () => <CodeBlock label="Result as JSON" text={json(value)} /> },
  ];
}

function Images({ images }: { readonly images: readonly Extract<ContentPart, { type: 'image' }>[] }): ReactNode {
  return images.map(({ data, mediaType }, at) =>
    // Only formats that cannot contain a script.
    /^image\/(png|jpeg|gif|webp)$/.test(mediaType) ? (
      <img key={at} className="result-image" alt={`Result ${at + 1}`} src={`data:${mediaType};base64,${data}`} />
    ) : (
      <p key={at}>An image of the type {mediaType}, which is not shown.</p>
    ),
  );
}

function diffIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('diff' in value)) return undefined;
  return typeof value.diff === 'string' && isDiff(value.diff) ? value.diff : undefined;
}
