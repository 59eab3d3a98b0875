import fontUrl from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { use, type ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Meta,
  Outlet,
  ScrollRestoration,
  UNSAFE_FrameworkContext as FrameworkContext,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
  type LoaderFunctionArgs,
} from 'react-router';
import type { Site } from '#contract/page-rendering';
import { portalName } from '#contract/portal-name';
import { appFiles } from '#contract/screens';
import './ui/tokens.css';
import './ui/base.css';
import './ui/checkbox.css';
import icon from './ui/favicon.svg?inline';
import { errorMessage, failureOf } from './lib/calls/call-error.ts';
import { useEarlyClicks } from './lib/forms/clicks.ts';
import { FormKeyContext } from './lib/forms/idempotency-key.ts';
import { pageContext } from './lib/page/server-call.ts';
import { useManifest, useRememberZone } from './lib/page/when-idle.ts';
import { PageStyles } from './lib/page/page-styles.tsx';
import { PageTimeContext, usePageTime } from './lib/page/page-time.ts';
import { useReloadWhenBack } from './lib/offline/use-reload-when-back.ts';
import { ScriptsAfterPaint } from './lib/page/scripts-after-paint.tsx';
import { brandOf, defaultSite, SiteContext } from './lib/page/site.ts';
import { useSecretToken } from './lib/session/one-time-link.ts';
import { footerId, PageBody } from './ui/frame.tsx';
import { ErrorState, PageSkeleton } from './ui/states.tsx';
import { ZoneContext } from './ui/time.tsx';

type RootData = { site: Site; now: number; readerZone: string | null; formKey: string };

export function loader({ context }: LoaderFunctionArgs): RootData {
  const { site, now, readerZone, formKey } = context.get(pageContext);
  return { site, now, readerZone, formKey };
}

/** Until a screen is loaded, and where one fails, it has no title of its own. */
export const meta = ({ loaderData }: { loaderData?: RootData }) => [
  { title: portalName(loaderData?.site.academy.name ?? defaultSite.academy.name) },
];

/** What is the same for every screen comes with the page, once. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const rules = useRouteLoaderData<RootData>('root')?.site.appearance?.rules;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fffdf9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1a201d" media="(prefers-color-scheme: dark)" />
        <Meta />
        <PageStyles />
        {rules && <style>{rules}</style>}
        {use(FrameworkContext)?.isSpaMode === true && (
          <noscript>
            <meta httpEquiv="refresh" content="5" />
          </noscript>
        )}
        {/* A busy browser would paint half a header, and move it as it reads on. */}
        <link rel="expect" href={`#${footerId}`} blocking="render" />
        <link rel="preload" as="font" type="font/woff2" href={fontUrl} crossOrigin="anonymous" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <noscript>
          <link rel="manifest" href={appFiles.manifest} />
        </noscript>
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={use(FrameworkContext)?.nonce} />
        <ScriptsAfterPaint />
      </body>
    </html>
  );
}

export default function Root() {
  const { site, now, readerZone, formKey } = useLoaderData<RootData>();
  const { zone, clock } = site.academy;
  useRememberZone();
  useEarlyClicks();
  useManifest();
  useSecretToken();
  return (
    <SiteContext value={site}>
      <PageTimeContext value={usePageTime(now, readerZone)}>
        <ZoneContext value={{ name: zone, clock }}>
          <FormKeyContext value={formKey}>
            <Outlet />
          </FormKeyContext>
        </ZoneContext>
      </PageTimeContext>
    </SiteContext>
  );
}

/** Shown by the shell until the browser has loaded the screen. */
export function HydrateFallback() {
  const data = useRouteLoaderData<RootData>('root');
  const { pathname } = useLocation();
  return (
    <>
      <noscript>
        <p>The portal is busy right now. This page tries again every few seconds.</p>
      </noscript>
      <PageSkeleton brand={brandOf(data?.site ?? defaultSite)} isWide={pathname.startsWith('/staff')} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  useReloadWhenBack(error);
  const isNotFound = isRouteErrorResponse(error) && failureOf(error) === null;
  return (
    <main>
      <PageBody width="reading">
        <ErrorState
          title="Something went wrong"
          onRetry={() => location.reload()}
          retryLabel="Load the page again"
        >
          <p>{isNotFound ? 'There is nothing at this address.' : errorMessage(error)}</p>
        </ErrorState>
      </PageBody>
    </main>
  );
}
