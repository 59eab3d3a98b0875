import type { mockedScreens } from '#support/mocked-screens';
import { mockResponses } from '#support/mock-responses';
import type { Page, TestInfo } from '@playwright/test';
import { signInAs } from './demo.ts';
import { expect, type Portal } from './portal.ts';
import { searchScreen } from './search-screen.ts';
import { stylesOfTest } from './styles-shown.ts';

/** Words for screen readers alone would leave the eye without a heading. */
const expectHeading = (page: Page, name: string) =>
  expect.soft(page.getByRole('heading', { level: 1 }).first(), name).not.toHaveClass(/hidden/);

/** While calls load, once they failed, and once they are refused: a heading, a way on, no accessibility violation. */
export async function walkMocked(
  portal: Portal,
  page: Page,
  screens: typeof mockedScreens,
  info: TestInfo,
): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const session = await page.context().newCDPSession(page);
  const styles = stylesOfTest(info);
  const search = async (state: string) => {
    await searchScreen(page, session, state, styles);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  const respond = await mockResponses(page, 'loading');
  for (const { name, path, as } of screens) {
    await signInAs(portal, page, as);
    respond('loading');
    await page.goto(path);
    await expect(page.locator('main [aria-hidden="true"]').first(), name).toBeVisible();
    await search(`${name}, loading`);

    respond('failed');
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect(again.first(), name).toBeVisible();
    await expectHeading(page, name);
    await search(`${name}, failed`);

    respond('forbidden');
    await page.goto(path);
    // What is not for one's eyes leads elsewhere.
    const ways = page.getByRole('main').getByRole('link', { name: /^Go to|^See|^Back/ });
    await expect(ways.first(), name).toBeVisible();
    await expectHeading(page, name);
    await search(`${name}, forbidden`);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
