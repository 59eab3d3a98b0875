import { issueSetupToken } from '#server/accounts/set-up-administrator';
import { comeInByInvitation } from './office-walk/come-in.ts';
import { makeAcademy } from './office-walk/academy.ts';
import { addMentor, moveStudent, placeStray, suspendStudent, undoChoice } from './office-walk/look-after.ts';
import { fillCatalogue, setUp } from './office-walk/set-up.ts';
import { printInvitations, takePeopleIn } from './office-walk/take-in.ts';
import type { Walk } from './office-walk/walk.ts';
import { expect, test } from './portal.ts';
import { visit } from './screens.ts';

test.use({ seed: 'sample' });

test('an office goes from the first start to a running intake on screen alone', async ({
  portal,
  page,
  browser,
}) => {
  const walk: Walk = {
    url: portal.url,
    setupToken: (await issueSetupToken(portal.context)) ?? '',
    page,
    newPhone: () =>
      browser.newPage({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }),
    academy: makeAcademy({ batches: 2, projects: 4, people: 6 }),
    comers: 1,
    look: async () => {},
  };
  await setUp(walk);
  await fillCatalogue(walk);
  await addMentor(walk);
  await takePeopleIn(walk);
  const comer = await comeInByInvitation(walk, await printInvitations(walk));
  await placeStray(walk);
  await undoChoice(walk, comer);
  await moveStudent(walk, comer.person);
  await suspendStudent(walk, comer);
  await visit(page, '/staff/invitations?state=used');
  await expect(
    page.getByRole('list', { name: 'People and their invitations' }).getByRole('listitem'),
  ).toHaveCount(1);
});
