import { describe, expect, it } from 'vitest';
import { browserTools, hasChromium, leadingTo, pages, refOf, site } from '../fixtures/browser.ts';

describe.skipIf(!hasChromium)('approval of browser_action (needs chromium)', { timeout: 60_000 }, () => {
  it('is needed to open and use pages of hosts that are not allowed, and shows what would happen', async () => {
    await using web = await pages({ '/': `<button>Pay</button><input aria-label="Card">` });
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['docs.test'] });
    await browser.act({ action: 'launch' });
    await browser.act({ action: 'goto', url: 'http://docs.test/' });
    await browser.act({ action: 'click', selector: 'button' });
    expect(browser.asked).toEqual([]);
    const shop = await browser.act({ action: 'goto', url: 'http://shop.test/' });
    await browser.act({ action: 'click', ref: refOf(shop, '"Pay"') });
    await browser.act({ action: 'type', ref: refOf(shop, '"Card"'), text: '1234' });
    await browser.act({ action: 'press', key: 'Tab' });
    for (const action of ['scroll', 'screenshot', 'content', 'close']) await browser.act({ action });
    expect(browser.asked).toEqual([
      'Would open http://shop.test/.',
      'Would click button "Pay" on http://shop.test/.',
      'Would type "1234" into textbox "Card" on http://shop.test/.',
      'Would press Tab on http://shop.test/.',
    ]);
  });

  it('cannot be avoided by a redirect, a link or a script of an allowed page', async () => {
    await using web = await site((request, response) => {
      if (request.url === '/redirect') response.writeHead(302, { location: 'http://evil.test/a' }).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end('<a href="http://evil.test/b">Link</a><a href="http://docs.test/next">Inside</a>');
    });
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['docs.test'] });
    expect(await browser.refused({ action: 'goto', url: 'http://docs.test/redirect' })).toMatchObject({
      code: 'NAVIGATION_REFUSED',
      message: expect.stringContaining('evil.test') as string,
    });
    const opened = await browser.act({ action: 'goto', url: 'http://docs.test/' });
    const clicked = await browser.act({ action: 'click', ref: refOf(opened, 'link "Link"') });
    expect(clicked.url).toBe('http://docs.test/');
    expect(clicked.console).toContainEqual({
      type: 'refused',
      text: 'The tab may not go to http://evil.test/b without approval',
    });
    expect(await browser.act({ action: 'click', ref: refOf(opened, 'link "Inside"') })).toMatchObject({
      url: 'http://docs.test/next',
    });
    expect(web.requests.filter((each) => each.startsWith('evil.test'))).toEqual([]);
    expect(browser.asked).toEqual([]);
    // Somebody is asked about this one, and may follow the redirect.
    expect(await browser.act({ action: 'goto', url: 'http://other.test/redirect' })).toMatchObject({
      url: 'http://evil.test/a',
    });
  });

  it('is needed for what may end up in a frame of another host', async () => {
    await using web = await site((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.headers.host === 'docs.test')
        response.end('<button>Ours</button><iframe src="http://evil.test/"></iframe>');
      else response.end('<button>Theirs</button>');
    });
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['docs.test'] });
    const opened = await browser.act({ action: 'goto', url: 'http://docs.test/' });
    await browser.act({ action: 'click', ref: refOf(opened, '"Ours"') });
    expect(browser.asked).toEqual([]);
    await browser.act({ action: 'click', ref: refOf(opened, '"Theirs"') });
    await browser.act({ action: 'press', key: 'a' });
    await browser.act({ action: 'click', x: 5, y: 5 });
    expect(browser.asked).toHaveLength(3);
    expect(
      await browser.refused({ action: 'click', selector: 'iframe >> internal:control=enter-frame >> button' }),
    ).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('does not count for a page of another host that came in the meantime', async () => {
    await using web = await site((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.headers.host === 'shop.test')
        response.end(
          `<button>Pay</button><script>onpagehide = 0; setTimeout(() => { location = 'http://evil.test/' }, 1500)</script>`,
        );
      else response.end('<button onclick="fetch(`/clicked`)">Pay</button>');
    });
    let isSlow = false;
    await using browser = browserTools(leadingTo(web), {
      onAsk: async () => {
        if (isSlow) await expect.poll(() => web.requests.includes('evil.test/'), { timeout: 10_000 }).toBe(true);
        if (isSlow)
          await new Promise((resolve) => {
            setTimeout(resolve, 500);
          });
      },
    });
    await browser.act({ action: 'goto', url: 'http://shop.test/' });
    isSlow = true;
    expect(await browser.refused({ action: 'click', selector: 'button' })).toMatchObject({
      code: 'PAGE_CHANGED',
      message: expect.stringContaining('evil.test') as string,
    });
    expect(web.requests).not.toContain('evil.test/clicked');
  });

  it('does not help in plan mode, in which pages can only be read', async () => {
    await using web = await pages({ '/': `<button>Pay</button>` });
    await using browser = browserTools({ ...leadingTo(web), allowHosts: ['*'] });
    const plan = { taskId: 'task', mode: 'plan' } as const;
    await browser.act({ action: 'goto', url: 'http://shop.test/' }, plan);
    expect(await browser.refused({ action: 'click', selector: 'button' }, plan)).toMatchObject({
      code: 'MODE_RESTRICTED',
    });
  });
});
