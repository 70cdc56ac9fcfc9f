import { useState, type ReactNode } from 'react';

/** A text in a fixed-width font, with a button to copy it. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <div className="code-block">
      <button type="button" className="quiet copy" onClick={() => void copy()} aria-label={`Copy: ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </div>
  );
}

const COPIED_MS = 1500;
