import type { ReactNode } from 'react';

/** Something went wrong. Read out at once. */
export function ErrorNotice({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className="error-notice" role="alert">
      {children}
    </p>
  );
}

/** What a page shows when there is nothing to show yet. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}
