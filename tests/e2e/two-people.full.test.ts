import { expect, test } from './portal.ts';
import { expectNobodyOverwritten, findForms } from './two-people-steps.ts';

test.use({ seed: 'demo' });

/** These make something new, or answer a request that knows whether it is open. */
const makeNew = ['Answer', 'Grant extension', 'Announce it'];

test('nobody’s change is overwritten unseen, at any form that changes something stored', async ({
  portal,
  browser,
}) => {
  test.setTimeout(1_800_000);
  const { forms, without } = await findForms(portal, browser);
  expect.soft([...without].filter((button) => !makeNew.includes(button))).toEqual([]);
  expect(forms.length).toBeGreaterThan(10);
  const failed: string[] = [];
  for (const form of forms)
    await test.step(`${form.path}: ${form.fields.join(', ')}`, () =>
      expectNobodyOverwritten(portal, browser, form).catch(
        (error: Error) => void failed.push(error.message),
      ));
  expect(failed).toEqual([]);
});
