import { test } from './portal.ts';
import { expectNobodyOverwritten } from './two-people-steps.ts';

test.use({ seed: 'demo' });

const forms = [{ path: '/staff/projects/P002/briefs', as: 'kavitha', at: 0, fields: ['text'] }] as const;

for (const form of forms)
  test(`nobody’s change is overwritten unseen at ${form.path}`, async ({ portal, browser }) => {
    await expectNobodyOverwritten(portal, browser, { ...form, fields: [...form.fields] });
  });
