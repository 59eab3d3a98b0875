import { expect, test } from './portal.ts';
import { expectNobodyOverwritten, findForms } from './two-people-steps.ts';

test.use({ seed: 'demo' });

test('nobody’s change is overwritten unseen, at any form that changes something stored', async ({
  portal,
  browser,
}) => {
  test.setTimeout(1_800_000);
  const forms = await findForms(portal, browser);
  expect(forms.length).toBeGreaterThan(0);
  for (const form of forms)
    await test.step(`${form.path}: ${form.fields.join(', ')}`, () =>
      expectNobodyOverwritten(portal, browser, form));
});
