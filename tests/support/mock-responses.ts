import type { Page } from '@playwright/test';
import type { InitialData } from '#contract/initial-data';
import { refusals, type MockState } from '#web/lib/mock-responses';

/**
 * Takes the initial data out of pages, so that the screens ask for it, and mocks the responses to those calls.
 * @returns what changes the response, also to calls that are still loading
 */
export async function mockResponses(page: Page, first: MockState): Promise<(next: MockState) => void> {
  let state = first;
  /** Settled once the calls that load get another response. */
  let loading = Promise.withResolvers<void>();
  await page.route(
    (url) => !/^\/(api|assets|images|documents)\//.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /(<script id="initial-data" type="application\/json">)(.*?)(<\/script>)/s,
        (_, open: string, json: string, close: string) => {
          const { answers: _answers, ...initialData } = JSON.parse(json) as InitialData;
          return open + JSON.stringify(initialData).replaceAll('<', '\\u003c') + close;
        },
      );
      await route.fulfill({ response, body: html });
    },
  );
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/auth/')) return route.fallback();
    if (state === 'loading') await loading.promise;
    if (state === 'loading') return;
    if (state === 'offline') return route.abort('internetdisconnected');
    const { status, ...json } = refusals[state];
    await route.fulfill({ status, json });
  });
  return (next) => {
    state = next;
    loading.resolve();
    if (next === 'loading') loading = Promise.withResolvers();
  };
}
