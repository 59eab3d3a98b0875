import { demoEmail } from '#contract/demo-accounts';
import type { Discussion } from '#contract/forum/calls';
import { signInAs } from './demo.ts';
import { expect, test } from './portal.ts';
import { ownQuestion, unfold, visit } from './screens.ts';

test.use({ seed: 'demo' });

test('where every second request is dropped, on its way or on the answer’s, each post arrives exactly once', async ({
  portal,
  page,
}) => {
  await signInAs(portal, page, 'week2');
  await visit(page, '/discussion/MERN-2026-11');
  const dropped = { onTheWay: 0, onTheAnswers: 0 };
  let posts = 0;
  await page.route('**/api/discussion/**', async (route) => {
    if (route.request().method() !== 'POST' || route.request().url().endsWith('/view'))
      return route.fallback();
    posts += 1;
    if (posts % 2 === 0) return route.fallback();
    if (posts % 4 === 1) dropped.onTheWay += 1;
    else {
      dropped.onTheAnswers += 1;
      await route.fetch();
    }
    return route.abort('internetdisconnected');
  });

  // What waits tries again at once.
  await page.evaluate(() => void setInterval(() => dispatchEvent(new Event('online')), 300));

  const questions = ['Does the first one arrive?', 'And the second?'];
  const comments = ['One comment.', 'Another comment.', 'A third one.'];
  const own = ownQuestion(page);
  await unfold(own);
  for (const text of questions) {
    await page.getByRole('textbox', { name: 'Ask the batch' }).fill(text);
    await page.getByRole('button', { name: 'Post Query' }).click();
    await expect(page.getByRole('textbox', { name: 'Ask the batch' })).toHaveValue('');
  }
  for (const text of comments) {
    await own.getByLabel('Add a comment').fill(text);
    await own.getByLabel('Add a comment').press('Enter');
    await expect(own.getByLabel('Add a comment')).toHaveValue('');
  }

  const arrived = async () => {
    const response = await page.request.get(`/api/discussion/discussion/${demoEmail('week2')}`);
    const discussion = (await response.json()) as Discussion;
    const texts = discussion.questions.flatMap(({ question, answers }) => [question, ...answers]);
    return texts.filter((text) => [...questions, ...comments].includes(text));
  };
  // Each of them, in the order of the presses: the comments stand below an older question.
  await expect.poll(arrived, { timeout: 40_000 }).toEqual([...comments, ...questions]);
  await expect(page.getByText(/not sent yet/)).toHaveCount(0, { timeout: 20_000 });
  expect(await arrived(), 'nothing is sent again').toEqual([...comments, ...questions]);
  expect(dropped.onTheWay).toBeGreaterThan(1);
  expect(dropped.onTheAnswers).toBeGreaterThan(1);
});
