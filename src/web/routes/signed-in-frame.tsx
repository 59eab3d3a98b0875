import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import {
  Link,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  useLocation,
  useNavigate,
  useRouteError,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { SeeAs } from '#contract/progress/see-as';
import { homeOf } from '#contract/screens';
import { SessionEnded, ReauthDialog } from '../features/accounts/session-ended.tsx';
import { ConnectionBar } from '../features/frame/connection-bar.tsx';
import { ForumBadge } from '../features/frame/forum-badge.tsx';
import { SignedInBar } from '../features/frame/signed-in-bar.tsx';
import { ProveDialog } from '../features/accounts/second-factor/prove-dialog.tsx';
import { officePlaceOf } from '../features/frame/office-places.ts';
import { OfficeBar } from '../features/frame/office-bar.tsx';
import { ScreenMessage } from '../features/frame/screen-message.tsx';
import { errorMessage, failureOf } from '../lib/calls/call-error.ts';
import type { Call } from '../lib/calls/client.ts';
import { loadPart } from '../lib/calls/load-part.ts';
import { loadStaffPaths } from '../lib/calls/place-of.ts';
import { openDrafts } from '../lib/forms/drafts.ts';
import { keepAnew, workWithoutLine } from '../lib/offline/register-worker.ts';
import { isSubmission } from '../lib/outbox/queued-request.ts';
import { tidyDrafts } from '../lib/outbox/take-back.ts';
import { openOutbox } from '../lib/outbox/outbox.ts';
import { useSent } from '../lib/outbox/use-outbox.ts';
import { refusedFormOf } from '../lib/forms/refused-form.ts';
import { loadWholeStyles } from '../lib/page/page-styles.tsx';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageContext, searchOf } from '../lib/page/server-call.ts';
import { screenNoticeIn } from '../lib/screen-notices.ts';
import { loginAddress, rememberSession } from '../lib/session/session.ts';
import { useSessionOfTab } from '../lib/session/session-of-tab.ts';
import { brandOf, useSite } from '../lib/page/site.ts';
import { noteAnswered, ownForum, UnreadOfPage, type CountOfPage } from '../lib/unread-questions.ts';
import { Banner, Frame, PageBody, FooterLinks } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { useFrameData, type FrameData } from './frame-data.ts';
import { LoadError } from './load-error.tsx';
import { useFirstServerNow } from '../lib/page/page-time.ts';
import { whenIdle } from '../lib/page/when-idle.ts';
import { zoneName } from '../ui/time-format.ts';
import { useZone } from '../ui/time.tsx';

async function readCount(call: Call, user: CurrentUser): Promise<CountOfPage | null> {
  const s_id = ownForum(user)?.s_id;
  if (s_id === undefined) return null;
  try {
    return { s_id, counted: await call('countUnread', { params: { s_id } }) };
  } catch {
    // Optional: the browser asks again.
    return null;
  }
}

const load = serverLoader(async (call, { user }: Visit): Promise<FrameData> => ({
  user,
  forum: await readCount(call, user),
}));

export async function loader(of: LoaderFunctionArgs): Promise<FrameData> {
  const { seeAs, url } = of.context.get(pageContext);
  const notice = screenNoticeIn(searchOf(url));
  return { ...(await load(of)), ...(seeAs && { seeAs }), ...(notice !== null && { notice }) };
}
/** Drafts load before a client render, and after a server render. */
export const clientLoader = browserLoader(async (_call, { user }): Promise<FrameData> => {
  await Promise.all([openDrafts(user.account), loadWholeStyles()]);
  return { user, forum: null };
});

/** The server writes the legal pages: they are reloaded. */
function SiteFooter({ hasLinks }: { hasLinks: boolean }) {
  const { academy } = useSite();
  const zone = zoneName(useFirstServerNow(0), useZone());
  return (
    <>
      <p>{`${academy.name} student portal. Times are in ${zone}.`}</p>
      {hasLinks && (
        <FooterLinks>
          <Link to="/terms" reloadDocument>
            Terms and conditions
          </Link>
          <Link to="/privacy" reloadDocument>
            Privacy
          </Link>
          <Link to="/accessibility">Accessibility</Link>
          <Link to="/verify">Verify a document</Link>
        </FooterLinks>
      )}
    </>
  );
}

/** Whose screen staff look at, and the way back. */
const noteOf = ({ name, back }: SeeAs) => ({
  text: `You see what ${name} sees. Read-only.`,
  link: { href: back, label: 'Back to the student’s page' },
  isWarning: true,
});

/** Focuses what the address names, after the heading. */
function useFocusOnNamed(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const focusNamed = () => {
      const named = document.getElementById(hash.slice(1));
      // The screen may have focused a field inside.
      if (named === null || named.contains(document.activeElement)) return named !== null;
      if (named.tabIndex < 0) named.tabIndex = -1;
      named.focus();
      return true;
    };
    if (hash === '' || focusNamed()) return;
    const observer = new MutationObserver(() => {
      if (!document.activeElement?.matches('h1, main, body') || focusNamed()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [location]);
}

function SignedInFrame({ children }: { children: ReactNode }) {
  const { user, forum = null, seeAs, notice } = useFrameData() ?? {};
  const brand = brandOf(useSite());
  const isStaff = user !== undefined && user.role !== 'student';
  const [error, setError] = useState<unknown>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (user === undefined) return;
    rememberSession(user);
    void openOutbox(user.account).then(() => tidyDrafts(user.account));
    void workWithoutLine(user);
    // Before a call has to wait for them; one that does says why they could not be loaded.
    if (user.role !== 'student')
      void whenIdle()
        .then(loadStaffPaths)
        .catch(() => undefined);
  }, [user]);
  useSessionOfTab(user);
  useFocusOnNamed();
  useSent((request, answer) => {
    noteAnswered(request, answer);
    if (user?.role === 'student')
      void keepAnew(user, isSubmission(request) || request.call === 'askSecondLook' ? 'work' : 'forum');
    return false;
  });
  return (
    <UnreadOfPage value={forum}>
      <Frame
        brand={seeAs === undefined ? brand : { ...brand, note: noteOf(seeAs) }}
        brandTo={user ? homeOf(user) : '/'}
        bar={
          user && (
            <SignedInBar
              user={user}
              isOffice={officePlaceOf(pathname) !== undefined}
              isSeenByStaff={seeAs !== undefined}
              ForumBadge={ForumBadge}
              onError={setError}
            />
          )
        }
        places={user?.role === 'administrator' && <OfficeBar />}
        footer={<SiteFooter hasLinks={seeAs === undefined} />}
        isWide={isStaff}
        marksRequired={isStaff}
      >
        <ConnectionBar />
        {error !== null && (
          <PageBody>
            <Notice tone="error">{errorMessage(error)}</Notice>
          </PageBody>
        )}
        {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
        {children}
        {user && <ReauthDialog user={user} />}
        {user && <ProveDialog />}
        <Banner>
          <ScreenMessage ofPage={notice} />
        </Banner>
      </Frame>
    </UnreadOfPage>
  );
}

export default function SignedIn() {
  return (
    <SignedInFrame>
      <Outlet />
    </SignedInFrame>
  );
}

/** A loader's error with a retry; an ended session redirects to the login and back. */
const anyScreen = <span>This screen</span>;
/** In the browser only after an error: the table of all screens would be on each of them. */
const ScreenTitle = import.meta.env.SSR
  ? (await import('../features/frame/screen-title.tsx')).default
  : lazy(() =>
      loadPart(() => import('../features/frame/screen-title.tsx')).catch(() => ({
        default: () => anyScreen,
      })),
    );

export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  // Navigates instead of `revalidate`: the router may miss the end of a short one and keep this error.
  const loadAgain = () =>
    void navigate(pathname + search + hash, { replace: true, state, preventScrollReset: true });
  const refused = refusedFormOf(error);
  if (refused !== null) {
    return (
      <SignedInFrame>
        <SessionEnded values={refused.values} />
      </SignedInFrame>
    );
  }
  if (failureOf(error)?.status === 401) {
    rememberSession(null);
    return <Navigate to={loginAddress(pathname + search)} replace />;
  }
  return (
    <SignedInFrame>
      <PageBody>
        <ScreenHead
          title={
            <Suspense fallback={anyScreen}>
              <ScreenTitle />
            </Suspense>
          }
        />
        <LoadError error={error} onRetry={loadAgain} />
      </PageBody>
    </SignedInFrame>
  );
}
