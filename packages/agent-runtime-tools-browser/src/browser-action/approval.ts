import { ToolFailure, ownerOf, printable, type ContextWith } from '@ku0/agent-runtime-tools-core';
import { destinationOf } from '@ku0/agent-runtime-tools-net';
import { browserErrors } from '../errors.ts';
import type { BrowserSessions } from '../session/browser-sessions.ts';
import type { BrowserSession } from '../session/browser-session.ts';
import { hostOfPage } from '../session/host-of-page.ts';
import { isActing, mayReachFrames, type ActionArguments } from './action-arguments.ts';

type Context = ContextWith<'browser'>;

/**
 * Whether a person has to be asked: before a page of a host that is not allowed is opened, clicked or typed into. Notes
 * the host of the page, so that the action is not carried out on another.
 */
export function judge(params: ActionArguments, context: Context): boolean {
  const sessions = context.services.browser;
  const session = sessions.get(ownerOf(context));
  if (isActing(params.action)) session?.judgedHosts.set(context.callKey, hostOfPage(session.url));
  return needsApproval(params, sessions, session);
}

/** Throws `PAGE_CHANGED` if the tab is no longer on the host that the call was judged by. */
export function checkJudgedPage(params: ActionArguments, context: Context): void {
  const sessions = context.services.browser;
  const session = sessions.get(ownerOf(context));
  if (session === undefined || !isActing(params.action)) return;
  const judged = session.judgedHosts.take(context.callKey);
  const current = hostOfPage(session.url);
  const isUnaskedNow = !context.approval.required && needsApproval(params, sessions, session);
  if (!isUnaskedNow && (judged === undefined || judged.host === current)) return;
  throw new ToolFailure(
    browserErrors.PAGE_CHANGED({
      message: `The tab moved to ${printable(current ?? session.url)} before the action began.`,
    }),
  );
}

function needsApproval(
  params: ActionArguments,
  { network, isAllowedHost }: BrowserSessions,
  session: BrowserSession | undefined,
): boolean {
  if (isActing(params.action)) {
    if (session === undefined) return false;
    const hosts = [hostOfPage(session.url), ...(mayReachFrames(params) ? session.frameHosts : [])];
    return hosts.some((host) => host === undefined || !isAllowedHost(host));
  }
  if (params.url === undefined) return false;
  try {
    return !isAllowedHost(destinationOf(network.checkUrl(params.url)).host);
  } catch {
    // The call refuses the address by itself, so there is nothing to ask about.
    return false;
  }
}

/** What a call would do, for the person who is asked: `Would click button "Pay" on https://shop.example/cart.` */
export function pageSummary(params: ActionArguments, context: Context): { summary: string; target: string } {
  const { action, url, ref, selector, x, y, text, key } = params;
  const session = context.services.browser.get(ownerOf(context));
  const page = session?.url ?? 'about:blank';
  if (url !== undefined) return { summary: `Would open ${printable(url)}.`, target: url };
  const element =
    ref !== undefined
      ? (session?.elements.get(ref) ?? ref)
      : (selector ?? (x === undefined ? undefined : `the point ${x}, ${y}`));
  const parts = [
    `Would ${action}`,
    ...(text === undefined ? [] : [JSON.stringify(text.slice(0, 200))]),
    ...(key === undefined ? [] : [key]),
    ...(element === undefined ? [] : [action === 'type' ? `into ${element}` : element]),
    `on ${page}.`,
  ];
  return { summary: printable(parts.join(' ')), target: page };
}
