import type { Page } from '@playwright/test';
import { messages } from '#contract/messages';

const refusals = {
  failed: {
    status: 500,
    message: 'Something went wrong on our side. If it happens again, tell the office this code: 1a2b-3.',
    code: 'internal',
  },
  'signed-out': { status: 401, message: 'Please log in to go on.', code: 'signed_out' },
  forbidden: { status: 403, message: messages.forbidden, code: 'forbidden' },
  'not-found': { status: 404, message: 'There is nothing here.', code: 'not_found' },
};

/** What every call of a screen is answered with. */
export const mockStates = [
  'loading',
  'offline',
  ...(Object.keys(refusals) as (keyof typeof refusals)[]),
] as const;
export type MockState = (typeof mockStates)[number];

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
