import { useEffect, type ReactNode } from 'react';
import { useActivity } from '../activity/use-activity.ts';
import { PendingStrip } from '../approvals/pending-strip.tsx';
import { PendingProvider, usePending } from '../approvals/use-pending.tsx';
import type { Overview } from '../api/studio-api.ts';
import { useResource } from '../client/use-resource.ts';
import { Icon } from './icon.tsx';
import { PAGES } from './pages.ts';
import { goTo, linkTo, useRoute } from './use-route.ts';
import { useTheme } from './use-theme.ts';

export function App(): ReactNode {
  const connection = useActivity((store) => store.connection);
  if (connection === 'refused') return <NoAccess />;
  return (
    <PendingProvider>
      <Shell />
    </PendingProvider>
  );
}

function Shell(): ReactNode {
  const route = useRoute();
  const page = PAGES.find(({ path }) => path === route[0]) ?? PAGES[0];
  const { Content } = page;
  useShortcuts();
  useTitle(page.title);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [page.path]);
  return (
    <div className="shell">
      <a className="skip-link" href="#content" onClick={focusContent}>
        Skip to the content
      </a>
      <Navigation current={page.path} />
      <main id="content" tabIndex={-1}>
        {page.path !== 'approvals' && <PendingStrip />}
        <Content route={route} />
      </main>
    </div>
  );
}

function Navigation({ current }: { readonly current: string }): ReactNode {
  const { value: overview } = useResource<Overview>('/api/overview');
  const waiting = usePending().pending.length;
  const [theme, nextTheme] = useTheme();
  return (
    <header className="sidebar">
      <p className="brand">
        <img src="/icon.svg" alt="" width="24" height="24" /> Studio
      </p>
      <nav aria-label="Pages">
        {PAGES.map(({ path, title, icon }, at) => (
          <a
            key={path}
            href={linkTo(path)}
            aria-current={path === current ? 'page' : undefined}
            title={`Alt+${at + 1}`}
          >
            <Icon name={icon} />
            <span>{title}</span>
            {path === 'approvals' && waiting > 0 && (
              <span className="count" aria-label={`${waiting} waiting`}>
                {waiting}
              </span>
            )}
          </a>
        ))}
      </nav>
      <div className="sidebar-foot">
        <Connection />
        {overview !== undefined && (
          <p className="workspace" title={overview.workspace}>
            {overview.workspace.split('/').at(-1)}
          </p>
        )}
        <button type="button" className="quiet" onClick={nextTheme} title="Change the colours">
          <Icon name="theme" />
          <span className="theme-name">{THEME_NAMES[theme]}</span>
        </button>
      </div>
    </header>
  );
}

const THEME_NAMES = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;

function Connection(): ReactNode {
  const state = useActivity((store) => store.connection);
  const text = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting', refused: 'Refused' }[state];
  return (
    <p className={`connection connection-${state}`} role="status">
      {text}
    </p>
  );
}

function NoAccess(): ReactNode {
  return (
    <main className="no-access">
      <h1>This address has no valid token</h1>
      <p>
        The toolbox prints an address with a new token whenever it starts. Open that address, or start it again with{' '}
        <code>npm start</code>.
      </p>
    </main>
  );
}

/** Alt and a digit open a page; `/` goes to the search field. */
function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const page = event.altKey && /^Digit\d$/.test(event.code) ? PAGES[Number(event.code.slice(5)) - 1] : undefined;
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      const search = event.key === '/' && !isTyping ? document.querySelector<HTMLElement>('input[type=search]') : null;
      if (page !== undefined) goTo(page.path);
      else if (search !== null) search.focus();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function useTitle(title: string): void {
  const waiting = usePending().pending.length;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Studio`;
  }, [title, waiting]);
}

/** The address is the route, so the link must not change it. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
