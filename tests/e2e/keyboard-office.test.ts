import { signInAs } from './demo.ts';
import { expectVisibleFocus, pressOn, tabTo, typeInto } from './press-keys.ts';
import { expect, test } from './portal.ts';
import { heading, visit } from './screens.ts';

test.use({ seed: 'demo' });

const rows = [
  'Name;Email;Phone;Batch;Exit score',
  'Nila Das;nila@example.test;98765 43210;DSA-2026-10;81',
  'Zoya Khan;zoya@example.test;;MERN-2026-11;180',
  'Tarun Bose;tarun@example.test;;MERN-2026-11;70',
];

test(
  'an import from the spreadsheet to its undoing, and People, by keyboard alone',
  { tag: '@full' },
  async ({ portal, page, browser }) => {
    const elsewhere = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
    await signInAs(portal, elsewhere, 'final');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    /** After an act somebody goes on from where they are: not from the beginning of the page. */
    const expectFocusKept = async (after: string) => {
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.tagName), `the focus after ${after}`)
        .not.toBe('BODY');
      // A heading or message that is read from has no ring.
      const focused = page.locator(':focus');
      if (await focused.evaluate((element: HTMLElement) => element.tabIndex >= 0))
        await expectVisibleFocus(focused);
    };
    await signInAs(portal, page, 'admin');
    await visit(page, '/staff/intake');
    const picker = page.getByLabel('Spreadsheet', { exact: true });
    // Begun before the key: the browser would else show a dialog of its own.
    const picked = page.waitForEvent('filechooser');
    await tabTo(page, picker);
    await page.keyboard.press('Enter');
    const chooser = await picked;
    await chooser.setFiles({
      name: 'november.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n')),
    });
    await expect(heading(page, 'november.csv')).toBeFocused();

    await pressOn(page, link('Edit row 3'));
    const score = page.getByLabel('Exit score in row 3');
    await expect(page.locator('[name^="cell-"]:focus')).toBeVisible();
    await typeInto(page, score, '88');
    await page.keyboard.press('Enter');
    await expect(score).toHaveCount(0);
    await expectFocusKept('a row is changed');
    await pressOn(page, link('All 3'));
    await expectFocusKept('a filter of rows');
    await pressOn(page, button('Leave out row 4'));
    await expect(link('All 2')).toBeVisible();
    await expectFocusKept('a row is left out');
    await pressOn(page, button('Import 2 rows'));
    await expect(page.getByText('Import finished')).toBeVisible();
    await expectFocusKept('the import');

    await pressOn(page, link('Invite the people'));
    await expect(heading(page, 'People')).toBeFocused();
    await typeInto(page, page.getByRole('searchbox'), 'nila');
    const nila = page.getByRole('checkbox', { name: 'Select Nila Das' });
    await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(1);
    await expect(page.getByRole('searchbox')).toBeFocused();
    await pressOn(page, nila, 'Space');
    await expect(page.getByText('1 person selected')).toBeVisible();
    await expectVisibleFocus(nila);
    await pressOn(page, button('Clear selection'));
    await expectFocusKept('the selection is cleared');

    await visit(page, '/staff/people?batch=MERN-2026-11&stage=');
    await pressOn(page, page.getByRole('link', { name: 'Name', exact: true }).first());
    await expect(page).toHaveURL(/sort=name/);
    await expectFocusKept('sorting');
    const final = page.getByRole('checkbox', { name: 'Select Arjun Pillai' });
    await pressOn(page, final, 'Space');
    await pressOn(page, button('Log out everywhere'));
    await expect(heading(page, 'Log 1 person out')).toBeFocused();
    await pressOn(page, button('Log 1 person out'));
    await expect(page.getByText('1 person was logged out.')).toBeVisible();
    await expectFocusKept('the bulk act');

    await visit(page, '/staff/intake');
    await pressOn(page, page.getByRole('link', { name: 'november.csv' }));
    await expect(heading(page, 'november.csv')).toBeFocused();
    await pressOn(page, page.locator('summary', { hasText: 'Undo this import' }));
    await pressOn(page, button('Remove 2 people'));
    await expect(page.getByText('Import undone')).toBeVisible();
    await expectFocusKept('the undoing');
    await elsewhere.close();
  },
);
