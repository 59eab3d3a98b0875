import { markingSharesAddress, staffAddress } from '#contract/marking/staff-view';
import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { expect, test } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { visit } from './screens.ts';

test(
  'a share that is moved while its mentor marks: what was typed is saved, and nothing is marked twice',
  { tag: '@full' },
  async ({ portal, page: bina, browser }) => {
    const { context } = portal;
    const batch = await buildBatch(context);
    for (let count = 0; count < 4; count++) {
      const { id } = await buildStudent(context, { batch_id: batch.id });
      await buildSubmission(context, { account_id: id });
    }
    const ravi = await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' });
    await portal.signIn(bina, await buildMentor(context, [batch.id], { name: 'Bina' }));
    await portal.signIn(ravi, await buildMentor(context, [batch.id], { name: 'Ravi' }));

    await visit(bina, markingSharesAddress(batch.name));
    await bina.getByRole('button', { name: 'Divide evenly' }).click();
    await expect(bina.getByText('The marking is divided.')).toBeVisible();

    // Ravi's own share, without having chosen it.
    await visit(ravi, staffAddress({ batch: batch.name }));
    const rows = (page: typeof bina) => page.getByRole('list', { name: 'Submissions' }).getByRole('listitem');
    await expect(rows(ravi)).toHaveCount(2);
    await rows(ravi).first().getByRole('link').first().click();
    const work = ravi.getByRole('article');
    await work.getByLabel('Marks (0–100)').fill('71');
    await work.getByLabel(/^Comment for /).fill('Ravi has read it.');
    const open = new URL(ravi.url()).searchParams.get('open') ?? '';
    expect(open).not.toBe('');

    await bina.getByRole('button', { name: 'Take over 2 students of Ravi' }).click();
    await expect(bina.getByRole('row', { name: /^Bina/ })).toContainText('4');
    await visit(bina, staffAddress({ batch: batch.name, open }));
    const taken = bina.getByRole('article');
    await taken.getByLabel('Marks (0–100)').fill('55');
    await expect(rows(bina)).toHaveCount(4);

    await saveBy(work, 'Save');
    await expect(work).toContainText('71 out of 100');
    await saveBy(taken, 'Save');
    const alert = taken.getByRole('alert');
    await expect(alert).toContainText('Saved by Ravi');
    await expect(alert).toContainText('Ravi has read it.');
    await expect(taken.getByLabel('Marks (0–100)')).toHaveValue('55');
    await alert.getByRole('button', { name: 'Keep the other version' }).press('Enter');
    await expect(taken).toContainText('71 out of 100');
    await visit(bina, staffAddress({ batch: batch.name }));
    await expect(rows(bina)).toHaveCount(3);
    await visit(ravi, staffAddress({ batch: batch.name }));
    await expect(rows(ravi)).toHaveCount(3);
    const marks = await context.database.reader.selectFrom('marks').select(['marks', 'comments']).execute();
    expect(marks).toEqual([{ marks: 71, comments: 'Ravi has read it.' }]);
    await ravi.context().close();
  },
);
