import { useEffect, useState, type ComponentType } from 'react';
import { Link, Outlet, useRouteError, type LoaderFunctionArgs } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { homeOf } from '#contract/screens';
import { PublicFooter } from '../features/frame/public-footer.tsx';
import { usePublicReader } from '../features/frame/public-reader.ts';
import { SignedInBar } from '../features/frame/signed-in-bar.tsx';
import { errorMessage, failureOf } from '../lib/calls/call-error.ts';
import { loadPart } from '../lib/calls/load-part.ts';
import { useReloadWhenBack } from '../lib/offline/use-reload-when-back.ts';
import { loadWholeStyles } from '../lib/page/page-styles.tsx';
import { pageContext } from '../lib/page/server-call.ts';
import { readSession, rememberSession } from '../lib/session/session.ts';
import { accountsDatabase } from '../lib/stored-names/device.ts';
import { useSessionOfTab } from '../lib/session/session-of-tab.ts';
import { brandOf, useSite } from '../lib/page/site.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Frame, PageBody } from '../ui/frame.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/layout.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../ui/states.tsx';
import { openDrafts } from '../lib/forms/drafts.ts';

/** The outbox on public screens; loaded only in browsers that have one. */
async function loadOutboxNotice(): Promise<ComponentType | null> {
  // Omitted from the server build: it would add a style sheet.
  if (import.meta.env.SSR || typeof indexedDB === 'undefined') return null;
  const databases = await indexedDB.databases?.();
  if (databases?.some(({ name }) => name === accountsDatabase) === false) return null;
  const { PublicOutboxNotice } = await loadPart(() => import('../features/frame/public-outbox-notice.tsx'));
  return PublicOutboxNotice;
}

/** Loaded with the script of signed-in screens, which visitors do not need. */
async function loadForumBadge(): Promise<ComponentType<{ user: CurrentUser }> | null> {
  // Omitted from the server build, as above.
  if (import.meta.env.SSR) return null;
  const { ForumBadge } = await loadPart(() => import('../features/frame/forum-badge.tsx'));
  return ForumBadge;
}

async function withStyles<Loaded>(load: () => Promise<Loaded | null>): Promise<Loaded | null> {
  const loaded = await load();
  if (loaded !== null) await loadWholeStyles();
  return loaded;
}

/** Rendered after hydration. @param load the same function at each render */
function Late<Props extends object>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<Props> | null>;
  props: Props;
}) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
  useEffect(
    () =>
      void withStyles(load)
        .then((loaded) => setLoaded(() => loaded))
        .catch(() => undefined),
    [load],
  );
  return Loaded === null ? null : <Loaded {...props} />;
}

const LateForumBadge = (props: { user: CurrentUser }) => <Late load={loadForumBadge} props={props} />;

/** Stores the page's user, so that screens need no request, and opens their data on this device. */
function useRememberedUser(user: CurrentUser | null | undefined): void {
  useEffect(() => {
    if (user == null) return;
    rememberSession(user);
    void openDrafts(user.account);
  }, [user]);
}

/** Public pages have no user; signed-in users get a page with their own navigation. */
export function loader({ context }: LoaderFunctionArgs): CurrentUser | null {
  return context.get(pageContext).user;
}
/** Unknown offline: shown as to a visitor. */
export const clientLoader = (): Promise<CurrentUser | null> => readSession().catch(() => null);
/** The user stays the same between public screens. */
export const shouldRevalidate = () => false;

/** Specification, section 2, Home. */
function PublicBar() {
  return (
    <>
      <ButtonLink to="/" variant="quiet" small>
        Home
      </ButtonLink>
      <ButtonLink to="/login" variant="secondary" small>
        Login
      </ButtonLink>
    </>
  );
}

export default function PublicFrame() {
  const user = usePublicReader();
  const [error, setError] = useState<unknown>(null);
  useRememberedUser(user);
  useSessionOfTab(user);
  return (
    <Frame
      brand={brandOf(useSite())}
      brandTo={user === null ? '/' : homeOf(user)}
      bar={
        user === null ? (
          <PublicBar />
        ) : (
          <SignedInBar user={user} isPublic ForumBadge={LateForumBadge} onError={setError} />
        )
      }
      footer={<PublicFooter />}
      marksRequired
    >
      <Late load={loadOutboxNotice} props={{}} />
      {error !== null && (
        <PageBody>
          <Notice tone="error">{errorMessage(error)}</Notice>
        </PageBody>
      )}
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  useReloadWhenBack(error);
  const isOffline = failureOf(error)?.code === 'offline';
  return (
    <Frame brand={brandOf(useSite())} brandTo="/" bar={<PublicBar />} footer={<PublicFooter />}>
      <PageBody width="reading">
        <ScreenHead title={isOffline ? 'This page needs an internet connection' : 'Something went wrong'} />
        {isOffline ? (
          <EmptyState
            title="It is not saved on this device"
            action={
              <Button variant="secondary" onClick={() => location.reload()}>
                Try again
              </Button>
            }
          >
            <p>
              <span>{`${loadsAgain} You can still open `}</span>
              <Link to="/StudentDashboard">your dashboard</Link>
              <span> and the pages of your project, as you last saw them.</span>
            </p>
          </EmptyState>
        ) : (
          <ErrorState onRetry={() => location.reload()}>
            <p>{errorMessage(error)}</p>
          </ErrorState>
        )}
      </PageBody>
    </Frame>
  );
}
