import type { Locator, Page } from '@playwright/test';

/** What unfolds the other ways of saving a mark, beside the button for the usual one. */
export const moreWays = (within: Page | Locator): Locator =>
  within.locator('summary[aria-label="More ways to save"]').first();

/** Saves a mark by one of the other ways. */
export async function saveBy(within: Page | Locator, name: string): Promise<void> {
  await moreWays(within).click();
  await within.getByRole('button', { name, exact: true }).click();
}
