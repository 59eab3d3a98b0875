import { expect, test } from './portal.ts';
import { expectNobodyOverwritten, findForms, type FoundForm } from './two-people-steps.ts';

// A form that does not answer is told by its name: the walk goes on with the next.
test.use({ seed: 'demo', actionTimeout: 30_000, navigationTimeout: 60_000 });

/** These make something new, answer a request that knows whether it is open, or compare an examiner's own marks. */
const makeNew = [
  'Answer',
  'Grant extension',
  'Announce it',
  'Confirm name',
  'Create API token',
  'Give corrected marks',
];

/** A renamed course is at another address: the older page is told that it is gone, and its name stays typed. */
const isRenamed = ({ path }: FoundForm) => path.startsWith('/staff/catalogue/courses/');

/** Another email is another person: src/web/routes/staff-people.test.tsx compares the stored one. */
const addsSomebody = ({ path }: FoundForm) => path === '/staff/people/add';

const isOfBatch = (path: string) => path.startsWith('/staff/batches/');
const isOfPeople = (path: string) => /^\/staff\/(people|imported|students)/.test(path);

/** Each part finds its forms; together they are all screens. */
const parts: readonly { name: string; isIn: (path: string) => boolean; least: number }[] = [
  { name: 'batches', isIn: isOfBatch, least: 8 },
  { name: 'people and students', isIn: isOfPeople, least: 8 },
  { name: 'all else', isIn: (path) => !isOfBatch(path) && !isOfPeople(path), least: 10 },
];

for (const { name, isIn, least } of parts)
  test(`nobody’s change is overwritten unseen, at any form of ${name} that changes something stored`, async ({
    portal,
    browser,
  }) => {
    test.setTimeout(1_800_000);
    // With it a person's page has the form of the guardian.
    await portal.context.database.transaction((writer) =>
      writer.insertInto('guardian_rule').values({ id: 1, asked_since: 1 }).execute(),
    );
    const { forms, without } = await findForms(portal, browser, isIn);
    expect.soft([...without].filter((button) => !makeNew.includes(button))).toEqual([]);
    expect(forms.length).toBeGreaterThanOrEqual(least);
    const failed: string[] = [];
    for (const form of forms.filter((one) => !isRenamed(one) && !addsSomebody(one))) {
      const name = `${form.path}: ${form.fields.join(', ')}`;
      test.info().annotations.push({ type: 'form', description: name });
      await test.step(name, () =>
        expectNobodyOverwritten(portal, browser, form).catch(
          (error: Error) => void failed.push(`${name}: ${error.stack}`),
        ),
      );
    }
    expect(failed).toEqual([]);
  });
