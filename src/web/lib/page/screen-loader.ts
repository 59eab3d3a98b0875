import { data, redirect, type LoaderFunctionArgs, type Params } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { isSameBatch } from '#contract/limits';
import { consentPath, homeOf, isExaminerScreen, setUpPath, setUpScreen } from '#contract/screens';
import { failureOf, isSignedOut } from '../calls/call-error.ts';
import { call, offlineError, type Call } from '../calls/client.ts';
import { followLoad } from '../offline/seen-answers.ts';
import { loginAddress, requireSignedIn } from '../session/session.ts';
import { pageContext, searchOf, serverCall } from './server-call.ts';

/** Milliseconds. */
const patienceMs = 5_000;

/**
 * Loads the document when the portal redirects an address, such as a batch's former name; then never returns.
 */
async function followRedirect(address: string): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, { redirect: 'manual', signal }).catch(() => null);
  void answer?.body?.cancel().catch(() => undefined);
  if (answer?.type !== 'opaqueredirect') return;
  // The open address still has its `#`.
  if (location.href.split('#', 1)[0] === address) location.reload();
  else location.assign(address);
  return new Promise(() => {});
}

export type Visit = {
  user: CurrentUser;
  params: Params;
  search: URLSearchParams;
  /** Loads the document where the portal redirects this address; then never returns. */
  leadOn(): Promise<void>;
};

/** Describes a screen's data once: `call` is in-process on the server, HTTP in the browser. */
export type Load<Data> = (call: Call, visit: Visit) => Data | Promise<Data>;

/**
 * Examiners have few screens.
 * @param isOpened false where the screen is open already: its typed text stays
 * @throws a redirect while a required second factor, or a consent to changed words, is missing
 */
function leadToSetUp(user: CurrentUser, url: string, isOpened: boolean): void {
  const path = (url.split('?', 1)[0] ?? '').replace(/\/$/, '').toLowerCase();
  if (user.examiner && !isExaminerScreen(path)) throw redirect(homeOf(user));
  if (path === setUpPath || path === consentPath) return;
  const screen = setUpScreen(user);
  if (screen === setUpPath) throw redirect(setUpPath);
  if (screen === consentPath && isOpened) throw redirect(`${consentPath}?next=${encodeURIComponent(url)}`);
}

/** It may be a batch's former name. */
function isUnknownBatch({ role, batches }: CurrentUser, { params, search }: Omit<Visit, 'user'>): boolean {
  const asked = params['batch'] ?? search.get('batch') ?? '';
  return role !== 'student' && asked !== '' && !batches.some((name) => isSameBatch(asked, name));
}

/** Its data hydrates the browser. */
export const serverLoader =
  <Data>(load: Load<Data>) =>
  async ({ context, params }: LoaderFunctionArgs): Promise<Data> => {
    const page = context.get(pageContext);
    if (page.user === null) throw redirect(loginAddress(page.url));
    leadToSetUp(page.user, page.url, page.method === 'GET');
    const search = searchOf(page.url);
    try {
      return await load(serverCall(page), { user: page.user, params, search, leadOn: async () => {} });
    } catch (error) {
      if (isSignedOut(error)) throw redirect(loginAddress(page.url));
      // Plain data reaches the error boundary; an error object would lose its message.
      const failure = failureOf(error);
      throw failure === null ? error : data(failure, { status: failure.status });
    }
  };

/** For navigation, and for pages that came as a shell. */
export const browserLoader =
  <Data>(load: Load<Data>) =>
  async ({ request, params }: LoaderFunctionArgs): Promise<Data> => {
    const user = await requireSignedIn(request);
    const { pathname, search: query, searchParams: search } = new URL(request.url);
    leadToSetUp(user, pathname + query, pathname !== location.pathname);
    const visit: Visit = { user, params, search, leadOn: () => followRedirect(request.url) };
    if (isUnknownBatch(user, visit)) await visit.leadOn();
    const note = followLoad(request.url);
    const followed: Call = async (...input) => {
      const body = await call(...input);
      note(body);
      return body;
    };
    return load(followed, visit);
  };

/**
 * The `clientLoader` of a public screen whose data comes with the page only.
 * @throws CallError where the document is just loaded and the service worker had only the shell
 */
export async function reloadDocument({ request }: LoaderFunctionArgs): Promise<never> {
  if (request.url === location.href.split('#', 1)[0]) throw offlineError();
  location.assign(request.url);
  return new Promise(() => {});
}
