import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { outboxDatabase, outboxStoreName } from '#web/lib/stored-names/offline';
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

/** Keys of what the device has, sent or not: it lets go of what was told a moment after that. */
export const storedRequests = (page: Page, account: string) =>
  page.evaluate(
    async ([name, store]) => {
      const resultOf = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
        });
      const database = await resultOf(indexedDB.open(name));
      const keys = await resultOf(database.transaction(store).objectStore(store).getAllKeys());
      database.close();
      return keys;
    },
    [outboxDatabase(account), outboxStoreName] as const,
  );
