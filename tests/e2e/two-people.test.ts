import { test } from './portal.ts';
import { expectNobodyOverwritten } from './two-people-steps.ts';

test.use({ seed: 'demo' });

/** A text with a draft, a form of several fields, and one whose draft is all its fields. */
const forms = [
  { path: '/staff/projects/P002/briefs', as: 'kavitha', at: 0, fields: ['text'] },
  { path: '/staff/people/final@example.test', as: 'admin', at: 0, fields: ['name', 'phone'] },
  { path: '/staff/catalogue/projects/P001', as: 'admin', at: 0, fields: ['details', 'overview'] },
] as const;

for (const form of forms)
  test(`nobody’s change is overwritten unseen at ${form.path}`, async ({ portal, browser }) => {
    await expectNobodyOverwritten(portal, browser, { ...form, fields: [...form.fields] });
  });
