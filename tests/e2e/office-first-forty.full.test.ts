import { issueSetupToken } from '#server/accounts/sign-up/set-up-administrator';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { makeAcademy } from './office-walk/academy.ts';
import { fillCatalogue, setUp } from './office-walk/set-up.ts';
import { printInvitations, takeFileIn, undoImport } from './office-walk/take-in.ts';
import type { Walk } from './office-walk/walk.ts';
import { expect, test } from './portal.ts';

test.use({ seed: 'sample' });

const size = { batches: 2, projects: 1, people: 40 };
/** To the printed sheet, and of a wrong file: its name, the fold, the button. */
const mostClicks = { printed: 20, undone: 3 };

test('an office prints 40 invitations from an empty portal, and takes a wrong file of 3,000 rows back', async ({
  portal,
  page,
}, info) => {
  test.setTimeout(300_000);
  page.setDefaultTimeout(20_000);
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  await countActs(page.context(), acts);
  const inSight: Walk['look'] = async (name) => {
    if (name !== 'dry-run') return;
    for (const [width, height] of [
      [390, 844],
      [1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('button', { name: /^Import [\d,]+ rows$/ })).toBeInViewport({ ratio: 1 });
    }
  };
  const walk: Walk = {
    url: portal.url,
    setupToken: (await issueSetupToken(portal.context)) ?? '',
    page,
    newPhone: () => page.context().newPage(),
    academy: makeAcademy(size),
    comers: 0,
    look: inSight,
  };
  await setUp(walk);
  await fillCatalogue(walk);
  await takeFileIn(walk);
  expect((await printInvitations(walk)).size).toBe(size.people);
  await page.getByRole('button', { name: 'Print the sheet' }).click();
  reportActs(info, 'from the set-up link to 40 printed invitations', acts);
  expect(acts.clicks).toBeLessThanOrEqual(mostClicks.printed);

  const many = makeAcademy({ ...size, people: 3_000 });
  const wrong = many.people.map((person) => ({ ...person, email: `wrong-${person.email}` }));
  const wrongFile = { ...walk, academy: { ...many, people: wrong } };
  await takeFileIn(wrongFile, 'wrong.csv');
  await page
    .getByRole('navigation', { name: 'Office' })
    .getByRole('link', { name: 'Import', exact: true })
    .click();
  const before = acts.clicks;
  await page.getByRole('link', { name: 'wrong.csv' }).click();
  await undoImport(wrongFile);
  expect(acts.clicks - before).toBeLessThanOrEqual(mostClicks.undone);
  reportActs(info, 'in all', acts);
});
