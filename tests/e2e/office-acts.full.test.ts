import { issueSetupToken } from '#server/accounts/sign-up/set-up-administrator';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { makeAcademy } from './office-walk/academy.ts';
import { comeInByInvitation } from './office-walk/come-in.ts';
import { addMentor, moveStudent, placeStray, suspendStudent, undoChoice } from './office-walk/look-after.ts';
import { fillCatalogue, setUp } from './office-walk/set-up.ts';
import { printInvitations, takePeopleIn } from './office-walk/take-in.ts';
import type { Walk } from './office-walk/walk.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'sample' });

/** As a real academy's import: its people come from two spreadsheets, some of them on phones. */
const size = { batches: 6, projects: 20, people: 250 };
const comers = 3;
/** Two for each further batch, two for the second spreadsheet, one for each further sheet of invitations. */
const mostClicks = 39;

test('an office takes 250 people in on screen alone', async ({ portal, page, browser }, info) => {
  test.setTimeout(600_000);
  page.setDefaultTimeout(20_000);
  const [office, phones]: [Acts, Acts] = [
    { clicks: 0, keys: 0, fields: 0 },
    { clicks: 0, keys: 0, fields: 0 },
  ];
  await countActs(page.context(), office);
  const walk: Walk = {
    url: portal.url,
    setupToken: (await issueSetupToken(portal.context)) ?? '',
    page,
    async newPhone() {
      const viewport = { width: 390, height: 780 };
      const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
      await countActs(context, phones);
      return context.newPage();
    },
    academy: makeAcademy(size),
    comers,
    look: async () => {},
  };
  const step = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const before = { ...office };
    const result = await run();
    reportActs(info, what, {
      clicks: office.clicks - before.clicks,
      keys: office.keys - before.keys,
      fields: office.fields - before.fields,
    });
    return result;
  };
  await step('the first administrator', () => setUp(walk));
  await step(`${size.batches} batches and ${size.projects} projects`, () => fillCatalogue(walk));
  await step('a mentor is invited', () => addMentor(walk));
  await step(`${size.people} people from two spreadsheets`, () => takePeopleIn(walk));
  const links = await step(`${size.people} invitations printed`, () => printInvitations(walk));
  expect(links.size).toBe(size.people);
  expect(office.clicks, 'from the set-up link to the printed invitations').toBeLessThanOrEqual(mostClicks);
  const comer = await comeInByInvitation(walk, links);
  await step('a student without a batch is placed', () => placeStray(walk));
  await step('a selection is undone', () => undoChoice(walk, comer));
  await step('a student is moved', () => moveStudent(walk, comer.person));
  await step('a student is suspended', () => suspendStudent(walk, comer));
  reportActs(info, 'the office in all', office);
  await visit(page, '/staff/people?stage=invited');
  const left = size.people - comers;
  await expect(page.getByRole('link', { name: `On paper ${left}`, exact: true })).toBeVisible();
  reportActs(info, `${comers} students on phones, and what the first does there later`, phones);
});
