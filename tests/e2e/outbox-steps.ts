import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { expect, type Portal } from './portal.ts';

/** A browser with a profile of its own, which can be closed and opened again. */
export async function openBrowser(
  portal: Portal,
  profile: string,
  options: object,
): Promise<[BrowserContext, Page]> {
  const browser = await chromium.launchPersistentContext(profile, {
    baseURL: portal.url,
    ...options,
  });
  return [browser, browser.pages()[0] ?? (await browser.newPage())];
}

export const told = (page: Page, what: string) =>
  expect(page.getByRole('status').filter({ hasText: what })).toBeVisible();
