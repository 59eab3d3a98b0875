import type { Page } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { accepts, visit } from './screens.ts';
import { answers, find, states, type Kind, type State } from './texts-table.ts';

test.use({ seed: 'demo' });

/** Looks for a state's words, all of them, and says which are missing. */
async function expectWords(page: Page, { screen, says, never = [] }: State): Promise<void> {
  for (const [kind, words] of Object.entries(says) as [Kind, string[]][]) {
    for (const exact of words) {
      const found = find(page, kind, exact);
      const what = `${screen}: ${kind} '${exact}'`;
      // A closed list's options are in nobody's view.
      if (kind === 'option') await expect.soft(found, what).toBeAttached();
      else if (answers.includes(kind)) await expect.soft(found, what).toBeInViewport({ ratio: 1 });
      else await expect.soft(found, what).toBeVisible();
    }
  }
  for (const exact of never) {
    await expect.soft(page.getByText(exact, { exact: true }), `${screen}: never '${exact}'`).toHaveCount(0);
  }
}

/** A group for each part of the table: they run beside one another. */
const groups = Map.groupBy(states, ({ as }) => as);
/** Whose states hand something in, or ask it. */
const writing: (string | null)[] = ['week2', 'final'];

for (const [as, group] of groups) {
  test.describe(as ?? 'nobody', () => {
    test.use({ readsOnly: !writing.includes(as) });
    test('every label, heading, button and message of the specification is there letter for letter', async ({
      portal,
      page,
      complaints,
    }) => {
      if (as !== null) await signInAs(portal, page, as);
      for (const state of group) {
        await test.step(state.screen, async () => {
          if (state.at !== undefined) await visit(page, state.at);
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
  });
}

test.describe('where words and pictures stand', () => {
  test.use({ readsOnly: true });

  test('the signup shows its first error in red right above the button', async ({ page }) => {
    await visit(page, '/signup');
    const button = page.getByRole('button', { name: 'Continue' });
    await button.click();
    const failure = page.getByRole('alert').getByText('Name is required', { exact: true });
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

    const box = async (name: string) =>
      (await page.getByRole('heading', { name, exact: true }).boundingBox())!;
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
});
