import type { Page, Route } from '@playwright/test';

/** Pauses the requests that match until `resume`: what shows meanwhile is the sign that a press was heard. */
export async function pauseRequests(page: Page, pattern: RegExp): Promise<{ resume: () => void }> {
  const gate = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    await gate.promise;
    await route.continue();
  };
  await page.route(pattern, handler);
  return { resume: gate.resolve };
}
