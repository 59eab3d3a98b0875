import { offlineError } from './call-error.ts';

/** Mock states of API calls, to show how screens handle them: in the development gallery, in screenshots and in tests. */
export const mockStates = {
  loading: 'Loading',
  failed: 'Failed',
  offline: 'Offline',
  'signed-out': 'Signed out in the middle',
  forbidden: 'Forbidden',
  'not-found': 'Not found',
} as const;
export type MockState = keyof typeof mockStates;

export const refusals = {
  failed: {
    status: 500,
    message: 'Something went wrong on our side. If it happens again, please quote 1a2b-3.',
    code: 'internal',
  },
  'signed-out': { status: 401, message: 'Please log in to go on.', code: 'signed_out' },
  forbidden: { status: 403, message: 'This is not yours to see.', code: 'forbidden' },
  'not-found': { status: 404, message: 'There is nothing here.', code: 'not_found' },
} satisfies Partial<Record<MockState, { status: number; message: string; code: string }>>;

/** The mock state requested by a page's address, as in `?mock=failed`. */
const stateOf = (search: string): string | null => new URLSearchParams(search).get('mock');
const stateInBrowser = typeof location === 'undefined' ? null : stateOf(location.search);

/**
 * The mocked answer of a call; undefined where the server answers: session calls, and everything without `?mock=`.
 * @param search the query of the page's address, where the page is rendered on the server
 */
export async function mockResponse(
  address: string,
  search?: string,
): Promise<{ status: number; text: string; retryAfter: null } | undefined> {
  const requestedState = search === undefined ? stateInBrowser : stateOf(search);
  if (requestedState === null || address.startsWith('/api/auth/')) return undefined;
  if (requestedState === 'loading') return new Promise(() => {});
  if (requestedState === 'offline') throw offlineError();
  if (!Object.hasOwn(refusals, requestedState)) return undefined;
  const refusal = refusals[requestedState as keyof typeof refusals];
  return { status: refusal.status, text: JSON.stringify(refusal), retryAfter: null };
}
