import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { countActs, reportActs, type Acts } from './count-acts.ts';
import { expect, test } from './portal.ts';
import { saveBy } from './save-mark.ts';
import { visit } from './screens.ts';

const submissions = 4;

test('two mentors mark the same submissions from both ends: who comes second sees what came first and sends anyway', async ({
  portal,
  page,
  browser,
}, info) => {
  test.setTimeout(600_000);
  const { context } = portal;
  const batch = await buildBatch(context);
  const numbers: string[] = [];
  while (numbers.length < submissions) {
    const { id } = await buildStudent(context, { batch_id: batch.id });
    numbers.push((await buildSubmission(context, { account_id: id })).number);
  }
  const acts: Acts = { clicks: 0, keys: 0, fields: 0 };
  const bina = {
    page,
    name: 'Bina',
    marks: '60',
    account: await buildMentor(context, [batch.id], { name: 'Bina' }),
  };
  const ravi = {
    page: await browser.newPage({ baseURL: portal.url, serviceWorkers: 'block' }),
    name: 'Ravi',
    marks: '70',
    account: await buildMentor(context, [batch.id], { name: 'Ravi' }),
  };
  for (const mentor of [bina, ravi]) {
    await countActs(mentor.page.context(), acts);
    await portal.signIn(mentor.page, mentor.account);
  }
  const textOf = ({ name }: typeof bina, number: string) => `${name} on ${number}`;
  const open = async (mentor: typeof bina, number: string): Promise<void> => {
    await visit(mentor.page, `/staff?batch=${batch.name}&state=all&open=${number}`);
    const work = mentor.page.getByRole('article');
    await work.getByLabel('Marks (0–100)').fill(mentor.marks);
    await work.getByLabel(/^Comment for /).fill(textOf(mentor, number));
  };
  const save = ({ page: own }: typeof bina) => saveBy(own.getByRole('article'), 'Save');

  for (const [at, number] of numbers.entries()) {
    const [first, second] = at % 2 === 0 ? [bina, ravi] : [ravi, bina];
    await Promise.all([open(first, number), open(second, number)]);
    await save(first);
    await expect(first.page.getByRole('article')).toContainText(`${first.marks} out of 100`);
    await save(second);
    const alert = second.page.getByRole('article').getByRole('alert');
    await expect(alert).toContainText(`Saved by ${first.name}`);
    await expect(alert).toContainText(textOf(first, number));
    // By a key: a second click within half a second, where the first one was, is ignored.
    await alert.getByRole('button', { name: 'Save mine anyway' }).press('Enter');
    await expect(second.page.getByRole('article')).toContainText(`${second.marks} out of 100`);
    const comments = async (): Promise<string[]> => {
      const answer = await second.page.request.get(`/api/staff/submissions/${number}/history`);
      const { history } = (await answer.json()) as { history: { after: { comments: string } }[] };
      return history.map(({ after }) => after.comments);
    };
    await expect.poll(comments).toEqual([textOf(second, number), textOf(first, number)]);
  }
  await ravi.page.context().close();
  reportActs(info, `${submissions} submissions marked by two mentors`, acts);
});
