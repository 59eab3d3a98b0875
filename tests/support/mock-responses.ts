import type { Page } from '@playwright/test';
import type { Boot } from '#contract/screens';
import { refusals, type Stage } from '#web/lib/staged';

/** Takes the initial data out of pages, so that the screens ask for it, and mocks the responses to those calls. */
export async function mockResponses(page: Page, stage: Stage): Promise<void> {
  await page.route(
    (url) => !/^\/(api|assets|images|documents)\//.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace(
        /(<script id="boot" type="application\/json">)(.*?)(<\/script>)/s,
        (_, open: string, json: string, close: string) => {
          const { answers: _answers, ...boot } = JSON.parse(json) as Boot;
          return open + JSON.stringify(boot).replaceAll('<', '\\u003c') + close;
        },
      );
      await route.fulfill({ response, body: html });
    },
  );
  await page.route('**/api/**', async (route) => {
    if (route.request().url().includes('/api/auth/')) return route.fallback();
    if (stage === 'loading') return;
    if (stage === 'offline') return route.abort('internetdisconnected');
    const { status, ...json } = refusals[stage];
    await route.fulfill({ status, json });
  });
}
