import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { button, type doublePresses } from './double-presses.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test, type Portal } from './portal.ts';
import { boxOf, pressTwice } from './press-twice.ts';
import { endVisit, ready, visit } from './screens.ts';

/** A double press does one thing on each form, and no button moves while its answer is awaited. */
export async function pressEachTwice(portal: Portal, page: Page, forms: typeof doublePresses): Promise<void> {
  for (const {
    form,
    as,
    at,
    fill,
    press,
    again,
    closes,
    call,
    done,
    leadsTo,
    notice,
    refusal,
    gapMs,
  } of forms) {
    await test.step(form, async () => {
      await endVisit(page);
      if (as !== undefined) await signInAs(portal, page, as);
      await visit(page, at);
      const [method, address] = call;
      const isCall = (asked: { method(): string; url(): string }) =>
        asked.method() === method && address.test(asked.url());
      await page.route(
        address,
        async (route) => {
          if (route.request().method() !== method) return route.fallback();
          await route.fulfill({ status: 400, json: { message: 'Refused once.', code: 'bad_request' } });
        },
        { times: 1 },
      );
      await fill(page);
      await press(page).scrollIntoViewIfNeeded();
      const first = await boxOf(press(page));
      await press(page).click();
      if (form === 'choosing a project') await button(page, 'OK').click();
      else await expect(page.getByText(refusal ?? 'Refused once.')).toBeVisible();
      if (closes !== true) expect(await boxOf(press(page)), 'when the first refusal comes').toEqual(first);
      // A key ends a press: the next one is no second half of it, although a button stands where that one was.
      await page.keyboard.press('Shift');
      await again?.(page);
      await page.keyboard.press('Shift');

      let sent = 0;
      page.on('request', (request) => (sent += Number(isCall(request))));
      const answers = await pauseRequests(page, address, method);
      await press(page).scrollIntoViewIfNeeded();
      const before = await boxOf(press(page));
      await pressTwice(page, press(page), gapMs, async () => {
        await expect.poll(() => sent).toBe(1);
        if (closes !== true) expect(await boxOf(press(page)), 'while the answer is awaited').toEqual(before);
        answers.resume();
        await expect(done(page)).toBeVisible();
      });
      if (leadsTo !== undefined) await expect(page).toHaveURL(leadsTo);
      await expect(done(page)).toBeVisible();
      expect(sent, 'calls of one double press').toBe(1);

      if (notice !== undefined) {
        await ready(page);
        await expect(page.getByText(notice)).toBeVisible();
        await page.reload();
        await ready(page);
        await expect(page.getByText(notice)).toBeHidden();
        await page.goBack();
        await page.goForward();
        await ready(page);
        await expect(page).toHaveURL(leadsTo ?? at);
        await expect(page.getByText(notice)).toBeHidden();
      }
      page.removeAllListeners('request');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}
