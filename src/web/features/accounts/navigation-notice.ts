import { useLocation } from 'react-router';
import { messages } from '#contract/messages';
import { useIsHydrated } from '../../lib/page-time.ts';

/** Navigation state with a message for the next screen. */
export type NavigationNotice = { notice?: string };

/** The messages after a form that succeeded. */
export const notices = {
  'signed-up': messages.signedUp,
  'password-saved': 'Your new password is saved. Please log in.',
  'administrator-ready': 'The administrator is ready. Please log in.',
  'link-sent': messages.resetLinkSent,
  'link-not-sent': messages.resetLinkNotSent,
  'project-selected': messages.projectSelected,
  'project-selected-before': messages.projectAlreadySelected,
} as const;
type NoticeName = keyof typeof notices;

/** The address of a screen that shows a message: where a posted form leads, since a redirect carries no state. */
export function noticeAddress(path: string, name: NoticeName): string {
  return `${path}?notice=${name}`;
}

/** The name of the message in an address; null for none, and for one that the portal does not have. */
export function noticeIn(search: string): NoticeName | null {
  const name = new URLSearchParams(search).get('notice');
  return name !== null && Object.hasOwn(notices, name) ? (name as NoticeName) : null;
}

function noticeOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null;
  return typeof state.notice === 'string' ? state.notice : null;
}

/** The message of the navigation state, after hydration only, since the server knows none; else that of the address. */
export function useNavigationNotice(): string | null {
  const { state, search } = useLocation();
  const isHydrated = useIsHydrated();
  const told = isHydrated ? noticeOf(state) : null;
  const name = noticeIn(search);
  return told ?? (name && notices[name]);
}
