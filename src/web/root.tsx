import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router';
import { serverRenderedId, placeholders } from '#contract/screens';
import { initialData } from './lib/initial-data.ts';
import { clearInitialAnswers, errorMessage } from './lib/client.ts';
import './ui/tokens.css';
import './ui/base.css';
import icon from './ui/favicon.svg?inline';
import { lazyStylesheet } from './lib/lazy-stylesheet.ts';
import { PageBody } from './ui/frame.tsx';
import { ErrorState } from './ui/states.tsx';
import { setZoneClock } from './ui/time-format.ts';
import { PageSkeleton } from './ui/page-skeleton.tsx';
import { ZoneContext } from './ui/zone.ts';

/**
 * Content that the build and the server write into elements of the document (styles, initial data): hydration keeps what
 * it finds.
 */
function serverContent(id: string, buildTimeContent: string): { __html: string } {
  return {
    __html:
      typeof document === 'undefined' ? buildTimeContent : (document.getElementById(id)?.innerHTML ?? ''),
  };
}

const serverRendered = serverContent(serverRenderedId, '');

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fffdf9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a201d" media="(prefers-color-scheme: dark)" />
        <Meta />
        {import.meta.env.DEV ? (
          <Links />
        ) : (
          <style
            id="styles"
            data-lazy-stylesheet={
              typeof document === 'undefined' ? placeholders.lazyStylesheet : lazyStylesheet()
            }
            suppressHydrationWarning
            dangerouslySetInnerHTML={serverContent('styles', placeholders.styles)}
          />
        )}
        <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="anonymous" />
        <link rel="icon" href={icon} type="image/svg+xml" />
      </head>
      <body>
        {children}
        <script
          id="initial-data"
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={serverContent('initial-data', placeholders.initialData)}
        />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const { key } = useLocation();
  const { zone, clock } = initialData.academy;
  setZoneClock(zone, clock);
  useEffect(() => {
    // 'default' is the key of the initial location: the embedded answers are for that screen only.
    if (key !== 'default') clearInitialAnswers();
  }, [key]);
  return (
    <ZoneContext value={zone}>
      <Outlet />
    </ZoneContext>
  );
}

/** Keeps the server-rendered HTML until the screen is hydrated; at build time a skeleton. */
export function HydrateFallback() {
  if (typeof document !== 'undefined') {
    return <div id={serverRenderedId} suppressHydrationWarning dangerouslySetInnerHTML={serverRendered} />;
  }
  return (
    <div id={serverRenderedId}>
      <PageSkeleton brand={`${initialData.academy.name} Capstone`} />
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? 'There is nothing at this address.' : errorMessage(error);
  return (
    <main>
      <PageBody width="reading">
        <ErrorState
          title="Something went wrong"
          onRetry={() => location.reload()}
          retryLabel="Load the page again"
        >
          <p>{message}</p>
        </ErrorState>
      </PageBody>
    </main>
  );
}
