import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';

export interface VirtualListProps<T> {
  readonly items: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => ReactNode;
  readonly label: string;
}

/** A list of rows of the same height. Only those in sight are in the document, however many there are. */
export function VirtualList<T>({ items, rowHeight, keyOf, children, label }: VirtualListProps<T>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const update = (): void => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  return (
    <div className="virtual-list" ref={box} role="list" aria-label={label} tabIndex={0}>
      <div role="presentation" style={{ height: items.length * rowHeight, position: 'relative' }}>
        {items.slice(first, last).map((item, at) => (
          <div
            key={keyOf(item)}
            role="listitem"
            style={{ position: 'absolute', top: (first + at) * rowHeight, height: rowHeight, left: 0, right: 0 }}
          >
            {children(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

const OVERSCAN = 6;
