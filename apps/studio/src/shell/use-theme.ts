import { useEffect, useState } from 'react';

export type Theme = 'system' | 'light' | 'dark';

/** The colours that the person chose, remembered by the browser. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(stored);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(KEY, theme);
  }, [theme]);
  return [theme, () => setTheme((before) => NEXT[before])];
}

const NEXT = { system: 'light', light: 'dark', dark: 'system' } as const;
const KEY = 'studio-theme';

function stored(): Theme {
  const found = localStorage.getItem(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}
