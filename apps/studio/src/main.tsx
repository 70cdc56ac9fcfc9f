import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startFollowing } from './activity/use-activity.ts';
import { App } from './shell/app.tsx';

const page = document.querySelector('#page');
if (page !== null) {
  startFollowing();
  createRoot(page).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
