import { Link, Outlet, useRouteError } from 'react-router';
import { PublicBar } from '../features/accounts/public-bar.tsx';
import { PublicFooter } from '../features/accounts/public-footer.tsx';
import { errorMessage, failureOf } from '../lib/call-error.ts';
import { useReloadWhenBack } from '../lib/offline/use-reload-when-back.ts';
import { brandOf, useSite } from '../lib/site.ts';
import { Frame, PageBody } from '../ui/frame.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { ErrorState, loadsAgain } from '../ui/states.tsx';

/** The layout of public screens. */
export default function PublicFrame() {
  return (
    <Frame brand={brandOf(useSite())} brandTo="/" bar={<PublicBar />} footer={<PublicFooter />}>
      <Outlet />
    </Frame>
  );
}

/** A page that could not be loaded, in the frame: without a line what is not on this device. */
export function ErrorBoundary() {
  const error = useRouteError();
  useReloadWhenBack(error);
  const isOffline = failureOf(error)?.code === 'offline';
  return (
    <Frame brand={brandOf(useSite())} brandTo="/" bar={<PublicBar />} footer={<PublicFooter />}>
      <PageBody width="reading">
        <ScreenHead title={isOffline ? 'This page needs a line' : 'Something went wrong'} />
        <ErrorState
          title={isOffline ? 'It is not kept on this device' : 'This could not be loaded'}
          onRetry={() => location.reload()}
        >
          <p>{errorMessage(error)}</p>
          {isOffline && (
            <p>
              {loadsAgain} Meanwhile <Link to="/StudentDashboard">your dashboard</Link> and the screens of
              your project open as you saw them last.
            </p>
          )}
        </ErrorState>
      </PageBody>
    </Frame>
  );
}
