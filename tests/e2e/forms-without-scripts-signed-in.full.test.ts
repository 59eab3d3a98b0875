import { messages } from '#contract/messages';
import { signInAs } from './demo.ts';
import { askAndComment, begin, chooseProject, handInWeek, rowsOf } from './no-script-signed-in-steps.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { heading, ready } from './screens.ts';
import { expectReceipt, textFile } from './submission-steps.ts';

test.use({ seed: 'demo' });

test('choosing a project without scripts', ({ browser, portal }) => chooseProject(browser, portal, false));

for (const areLate of [false, true])
  test(`asking and commenting ${areLate ? 'with scripts that come after it' : 'without scripts'}`, ({
    browser,
    portal,
  }) => askAndComment(browser, portal, areLate));

test("handing in a week's work of 5 MB with scripts that come after it", ({ browser, portal }) =>
  handInWeek(browser, portal, true));

test('pressed again while the answer is awaited and the scripts come, a question is asked once', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url });
  const page = await context.newPage();
  await signInAs(portal, page, 'final');
  const scripts = await pauseRequests(page, /\/assets\/.*\.js/);
  const form = await pauseRequests(page, /\/discussion\/MERN-2026-11$/, 'POST');
  await page.goto('/discussion/MERN-2026-11', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Ask the batch').fill('Once?');
  // The page presses by itself: Playwright would wait for the one that is on its way.
  await page.exposeFunction('answerForms', form.resume);
  await page.evaluate(() => {
    const post = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Post Query',
    );
    const pressAgain = () => {
      post?.click();
      (window as unknown as { answerForms: () => void }).answerForms();
    };
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name.includes('entry.client'))) setTimeout(pressAgain, 1_000);
    }).observe({ type: 'resource' });
    post?.click();
  });
  scripts.resume();
  await expect(page).toHaveURL(/#question-\d+$/);
  await ready(page);
  const asked = (await rowsOf(portal, 'questions')).filter(({ text }) => text === 'Once?');
  expect(asked).toHaveLength(1);
  await context.close();
});

test('the viva without scripts: its form, what is missing, its receipt', async ({ browser, portal }) => {
  const { page, end } = await begin(browser, portal, 'final', false);
  await page.goto('/viva', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByLabel('Comments').fill('I am ready.');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toContainText(messages.vivaIncomplete);
  await expect(page.getByLabel('Comments')).toHaveValue('I am ready.');
  await page.getByLabel('File').setInputFiles(textFile('slides.txt', 'One'));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expectReceipt(page, messages.vivaSubmitted, 'Viva voce, version 1', Buffer.from('One'));
  await end();
});

test('a form that is posted after the session has ended shows what was typed', async ({
  browser,
  portal,
}) => {
  const { page, end } = await begin(browser, portal, 'final', false);
  await page.goto('/FinalProjectSubmission', { waitUntil: 'domcontentloaded' });
  await page.getByLabel('Links').fill('https://example.test/final');
  await page.getByLabel('File').setInputFiles(textFile('final.txt', 'All'));
  await page.getByLabel('Comments').fill('Months of work');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(heading(page, 'Your session has ended')).toBeVisible();
  await expect(page.getByLabel('Links')).toHaveValue('https://example.test/final');
  await expect(page.getByLabel('Comments')).toHaveValue('Months of work');
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL('/login?next=%2FFinalProjectSubmission');
  await end();
});
