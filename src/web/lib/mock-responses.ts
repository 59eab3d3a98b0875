import { offlineError } from './call-error.ts';

/** What calls can get in place of the portal's answers, to show what a screen does with them: in the development gallery, in pictures and in tests. */
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

/** The stage that the page's address asks for when it is loaded, as in `?stage=failed`. */
const asked = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('stage');

/** A staged answer for a call; undefined where the portal shall answer: the session, and without a stage everything. */
export async function mockResponse(address: string): Promise<{ status: number; text: string } | undefined> {
  if (asked === null || address.startsWith('/api/auth/')) return undefined;
  if (asked === 'loading') return new Promise(() => {});
  if (asked === 'offline') throw offlineError();
  if (!Object.hasOwn(refusals, asked)) return undefined;
  const refusal = refusals[asked as keyof typeof refusals];
  return { status: refusal.status, text: JSON.stringify(refusal) };
}
