import { expect, test } from './portal.ts';
import { expectNobodyOverwritten, findForms, type FoundForm } from './two-people-steps.ts';

test.use({ seed: 'demo' });

/** These make something new, or answer a request that knows whether it is open. */
const makeNew = ['Answer', 'Grant extension', 'Announce it', 'Confirm name'];

/** A renamed course is at another address: the older page is told that it is gone, and its name stays typed. */
const isRenamed = ({ path }: FoundForm) => path.startsWith('/staff/catalogue/courses/');

/** Another email is another person: src/web/routes/staff-people.test.tsx compares the stored one. */
const addsSomebody = ({ path }: FoundForm) => path === '/staff/people/add';

test('nobody’s change is overwritten unseen, at any form that changes something stored', async ({
  portal,
  browser,
}) => {
  test.setTimeout(1_800_000);
  const { forms, without } = await findForms(portal, browser);
  expect.soft([...without].filter((button) => !makeNew.includes(button))).toEqual([]);
  expect(forms.length).toBeGreaterThan(10);
  const failed: string[] = [];
  for (const form of forms.filter((one) => !isRenamed(one) && !addsSomebody(one)))
    await test.step(`${form.path}: ${form.fields.join(', ')}`, () =>
      expectNobodyOverwritten(portal, browser, form).catch(
        (error: Error) => void failed.push(`${form.path} ${form.fields.join()}: ${error.message}`),
      ));
  expect(failed).toEqual([]);
});
