import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { accepts, visit } from './screens.ts';
import { find, states, type Kind, type State } from './texts-table.ts';

test.use({ seed: 'demo' });

/** Looks for a state's words, all of them, and says which are missing. */
async function expectWords(page: Page, { screen, says, never = [] }: State): Promise<void> {
  for (const [kind, words] of Object.entries(says) as [Kind, string[]][]) {
    for (const exact of words) {
      const found = find(page, kind, exact);
      const what = `${screen}: ${kind} '${exact}'`;
      // A closed list's options are in nobody's view.
      if (kind === 'option') await expect.soft(found, what).toBeAttached();
      else await expect.soft(found, what).toBeVisible();
    }
  }
  for (const exact of never) {
    await expect.soft(page.getByText(exact, { exact: true }), `${screen}: never '${exact}'`).toHaveCount(0);
  }
}

test('every label, heading, button and message of the specification is there letter for letter', async ({
  portal,
  page,
  complaints,
}) => {
  test.setTimeout(240_000);
  let last: State['as'] = null;
  for (const state of states) {
    await test.step(state.screen, async () => {
      if (state.at !== undefined) {
        await page.unrouteAll();
        if (state.as !== last) await page.context().clearCookies();
        if (state.as !== null && state.as !== last) await signInAs(portal, page, state.as);
        last = state.as;
        await visit(page, state.at);
      }
      await state.reach?.(page);
      await expectWords(page, state);
      await page.unrouteAll({ behavior: 'wait' });
      const expected = complaints.splice(0);
      for (const words of state.complains ?? [])
        expect.soft(expected, state.screen).toContainEqual(expect.stringMatching(words));
      const rest = expected.filter((one) => !state.complains?.some((words) => words.test(one)));
      expect.soft(rest, `${state.screen}: complaints`).toEqual([]);
    });
  }
});

test('the signup shows its first error in red right above the button', async ({ page }) => {
  await visit(page, '/signup');
  const button = page.getByRole('button', { name: 'Continue' });
  await button.click();
  const failure = page.getByText('Name is required', { exact: true });
  await expect(failure).toBeVisible();
  const [red, green, blue] = await failure.evaluate((element) =>
    (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
  );
  expect(red).toBeGreaterThan(2 * Math.max(green ?? 255, blue ?? 255));
  const [above, below] = [await failure.boundingBox(), await button.boundingBox()];
  const terms = await page.getByLabel('Agree to our terms and conditions').boundingBox();
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
  expect(above!.y).toBeGreaterThan(terms!.y);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Name is required');
});

test('Proceed needs the tick; the columns, the picture and the document are as specified', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'new');
  await page.setViewportSize({ width: 1366, height: 800 });
  await visit(page, '/projectDetails/P001');
  const proceed = page.getByRole('button', { name: 'Proceed' });
  await expect(proceed).toBeDisabled();
  await page.getByLabel(accepts).check();
  await expect(proceed).toBeEnabled();
  await page.getByLabel(accepts).uncheck();
  await expect(proceed).toBeDisabled();

  const box = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())!;
  const [left, centre, right] = [
    await box('Prerequisite Knowledge'),
    await box('Overview'),
    await box('Job Opportunities'),
  ];
  expect(left.x + left.width).toBeLessThan(centre.x);
  expect(centre.x + centre.width).toBeLessThan(right.x);
  await expect(page.locator('[style*="/images/clinic-queue.svg"]')).toBeVisible();

  await visit(page, '/projectOverview/P001');
  const frame = page.locator('iframe');
  const around = await frame.evaluate((element) => element.parentElement!.clientWidth);
  expect(await frame.boundingBox()).toMatchObject({ width: around, height: 400 });
  expect(around).toBeGreaterThan(800);
  await expect(frame).toHaveAttribute('width', '100%');
  await expect(frame.contentFrame().getByRole('heading', { level: 1 })).toBeVisible();
});

test('the viva counts down each second, and moves its bar to 100 %', async ({ portal, page }) => {
  await signInAs(portal, page, 'final');
  await page.clock.install();
  await visit(page, '/viva');
  const timer = page.getByRole('timer');
  const read = async () => (await timer.locator('[aria-hidden]').innerText()).match(/\d+/g)!.map(Number);
  const seconds = ([days = 0, hours = 0, minutes = 0, rest = 0]: number[]) =>
    ((days * 24 + hours) * 60 + minutes) * 60 + rest;
  await page.clock.pauseAt(Date.now() + 60_000);
  const before = seconds(await read());
  await page.clock.runFor(1000);
  await expect.poll(async () => before - seconds(await read())).toBe(1);
  await page.clock.runFor(64_000);
  await expect.poll(async () => before - seconds(await read())).toBe(65);
  await page.clock.resume();

  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByLabel('Comments').fill('My outline.');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
});

test('fields have their autocomplete purpose and accept pasted text', async ({ page }) => {
  const forms: Record<string, Record<string, string>> = {
    '/login': { Email: 'username', Password: 'current-password' },
    '/signup': { Name: 'name', Email: 'email', Password: 'new-password', 'Phone Number': 'tel-national' },
    '/forgot-password': { Email: 'username' },
    '/reset-password?token=x': { 'New password': 'new-password' },
    '/setup?token=x': { Name: 'name', Email: 'username', Password: 'new-password' },
  };
  for (const [address, fields] of Object.entries(forms)) {
    await visit(page, address);
    for (const [label, purpose] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field, `${label} on ${address}`).toHaveAttribute('autocomplete', purpose);
      const isTaken = await field.evaluate((input) =>
        input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
      );
      expect(isTaken, `pasting into ${label} on ${address}`).toBe(true);
    }
  }
});
