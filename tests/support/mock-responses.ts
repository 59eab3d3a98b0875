import type { Page } from '@playwright/test';
import { refusals, type MockState } from '#web/lib/mock-responses';

/**
 * Mocks the responses to the calls of screens that the browser renders (see `startPortal`).
 * @returns what changes the response, also to calls that are still loading
 */
export async function mockResponses(page: Page, first: MockState): Promise<(next: MockState) => void> {
  let state = first;
  /** Settled once the calls that load get another response. */
  let loading = Promise.withResolvers<void>();
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
