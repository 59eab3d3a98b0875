import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetParameter } from '../../lib/replace-parameter.ts';
import { useIsHydrated } from '../../lib/page/page-time.ts';

export type NavigationNotice = { notice?: string };

type Texts = Readonly<Record<string, string>>;

/** The address that shows a message: a redirect after a posted form carries no state. */
export function noticeAddress(path: string, name: string): string {
  return `${path}?notice=${name}`;
}

/** null for none or an unknown name. */
function noticeIn(search: string, texts: Texts): string | null {
  const name = new URLSearchParams(search).get('notice');
  return name !== null && Object.hasOwn(texts, name) ? (texts[name] ?? null) : null;
}

function noticeOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return typeof state.notice === 'string' ? state.notice : null;
}

/** Removes a shown message from the history entry: reload and Back do not repeat it. */
function forgetNotice(): void {
  const { usr, ...rest } = (history.state ?? {}) as { usr?: Record<string, unknown> | null };
  if (usr != null) history.replaceState({ ...rest, usr: { ...usr, notice: undefined } }, '');
  forgetParameter('notice');
}

/**
 * The message of the navigation state (after hydration only: the server has no state), else of the address.
 * Shown once.
 * @param texts by name
 */
export function useNavigationNotice(texts: Texts): string | null {
  const { state, search } = useLocation();
  const isHydrated = useIsHydrated();
  const current = (isHydrated ? noticeOf(state) : null) ?? noticeIn(search, texts);
  const [told, setTold] = useState(current);
  if (current !== null && told !== current) setTold(current);
  useEffect(() => {
    if (told !== null) forgetNotice();
  }, [told]);
  return told;
}

/** What a successful signup passes to the login. */
export type SignedUpState = NavigationNotice & {
  email: string;
  /** What happened to the typed batch; null if it was joined. */
  batch: string | null;
};

/** null without such a navigation, and on a server-rendered page. */
export function useSignedUpState(): SignedUpState | null {
  const state: unknown = useLocation().state;
  const isHydrated = useIsHydrated();
  const [signedUp] = useState(() =>
    isHydrated && typeof state === 'object' && state !== null && 'email' in state
      ? (state as SignedUpState)
      : null,
  );
  return signedUp;
}
