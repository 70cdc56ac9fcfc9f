export { browserPack } from './browser-pack.ts';
export { browserActionTool } from './browser-action/browser-action.tool.ts';
export { findChromium, type ChromiumPlaces } from './launch/find-chromium.ts';
export { browserErrors } from './errors.ts';
export { BrowserSessions } from './session/browser-sessions.ts';

export type { BrowserPackOptions } from './browser-options.ts';
