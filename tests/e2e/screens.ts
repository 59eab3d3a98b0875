import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the page is hydrated, and each of its forms: a part that streams is hydrated later, and would be posted without script. */
function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const heading = document.querySelector('main h1');
    // A page of words is one element to the script, its heading a part of that.
    const owned = heading?.closest('article') ?? heading;
    const parts = [owned, ...document.querySelectorAll('main form')];
    return parts.every(
      (part) => part !== null && Object.keys(part).some((key) => key.startsWith('__reactProps')),
    );
  });
}

/** Waits until the screen in the page is there and listens. */
export async function ready(page: Page): Promise<void> {
  await expect
    .poll(() => isHydrated(page).catch(() => false), { intervals: [20, 50, 100], timeout: 20_000 })
    .toBe(true);
}

/** Changes the scheme and waits until every colour has changed: a button fades, if only for a moment. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(async () => {
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** Opens an address as a direct visit. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Leaves the screen, then ends the session: what the screen still asks for would be refused. */
export async function endVisit(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Unfolds a question of the forum's list, and everything of it is there. */
export async function unfold(question: Locator): Promise<void> {
  await question.getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(question.getByLabel('Add a comment')).toBeVisible();
}

/** The newest question of `week2@` in the sample's forum: two are newer. */
export const ownQuestion = (page: Page): Locator =>
  page.getByRole('article').filter({ hasText: 'For week 2, how do you let elderly patients move forward' });

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** Fills the login form, which is open, and sends it. */
export async function logIn(
  page: Page,
  email: string,
  password: string,
  press: (what: Locator) => Promise<void> = (what) => what.click(),
): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page.locator('form').getByRole('button', { name: 'Login', exact: true }));
  // A key in between: else a press within half a second on what comes into the button's place would be its second.
  await page.keyboard.press('Shift');
}

export type SignUp = { name: string; email: string; password: string; phone: string; batch: string };

/** Fills the signup form, which is open, and ticks its terms. */
export async function fillSignUp(page: Page, given: SignUp): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(given.name);
  await page.getByLabel('Email', { exact: true }).fill(given.email);
  await page.getByLabel('Password', { exact: true }).fill(given.password);
  await page.getByLabel('Phone Number', { exact: true }).fill(given.phone);
  await page.getByLabel('Batch Name', { exact: true }).fill(given.batch);
  await page.getByLabel('Agree to our terms and conditions', { exact: true }).check();
}

export const accepts = 'I accept that once selected I cannot change the project in future';
