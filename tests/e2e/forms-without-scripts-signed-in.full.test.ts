import { signInAs } from './demo.ts';
import { askAndComment, submitWeek, rowsOf } from './no-script-signed-in-steps.ts';
import { pauseRequests } from './pause-requests.ts';
import { expect, test } from './portal.ts';
import { ready } from './screens.ts';

test.use({ seed: 'demo' });

test('asking and commenting with scripts that come after it', ({ browser, portal }) =>
  askAndComment(browser, portal));

test("submitting a week's work of 5 MB with scripts that come after it", ({ browser, portal }) =>
  submitWeek(browser, portal, true));

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
