import type { Page, Route } from '@playwright/test';

/**
 * Pauses the requests that match until `resume`: what shows meanwhile is the sign that a press was heard.
 * @param method only those of this method
 */
export async function pauseRequests(
  page: Page,
  pattern: RegExp,
  method?: string,
): Promise<{ resume: () => void }> {
  const gate = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    await gate.promise;
    return route.continue();
  };
  await page.route(pattern, handler);
  return { resume: gate.resolve };
}
