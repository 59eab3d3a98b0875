import type { Page, Route } from '@playwright/test';

/** Holds what fits back until `letGo`: what shows meanwhile is the sign that a press was heard. */
export async function hold(page: Page, what: RegExp): Promise<{ letGo: () => void }> {
  const gate = Promise.withResolvers<void>();
  const handler = async (route: Route) => {
    await gate.promise;
    await route.continue();
  };
  await page.route(what, handler);
  return { letGo: gate.resolve };
}
