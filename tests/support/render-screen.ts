import { act, render } from '@testing-library/react';
import { createElement, type ComponentType } from 'react';
import {
  createMemoryRouter,
  RouterProvider,
  useLocation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
} from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { rememberSession } from '../../src/web/lib/session/session.ts';
import * as signedInFrame from '../../src/web/routes/signed-in-frame.tsx';
import * as publicFrame from '../../src/web/routes/public-frame.tsx';

export type RouteModule = {
  default: ComponentType;
  clientLoader?: (args: LoaderFunctionArgs) => unknown;
  clientAction?: (args: ActionFunctionArgs) => unknown;
  shouldRevalidate?: ShouldRevalidateFunction;
};

/** Stands for every other screen, so that a test sees where it was led. */
function OtherScreen() {
  const { pathname, search, state } = useLocation();
  return createElement(
    'p',
    { 'data-testid': 'elsewhere', 'data-state': JSON.stringify(state) },
    pathname + search,
  );
}

/**
 * Renders a component inside a router, for links and navigation.
 * @param action the `clientAction` of its route, for forms
 */
export async function renderWithRouter(
  element: React.ReactNode,
  at = '/',
  action?: (args: ActionFunctionArgs) => unknown,
) {
  const router = createMemoryRouter(
    [
      { path: new URL(at, 'http://portal.test').pathname, element, ...(action && { action }) },
      { path: '*', Component: OtherScreen, ...(action && { action }) },
    ],
    { initialEntries: [at] },
  );
  const view = await act(async () => render(createElement(RouterProvider, { router })));
  return { router, ...view };
}

/**
 * Where a screen stands, and who looks at it.
 * `path` is the route's own pattern, `at` the address, without one the pattern itself; without `user` it is a public screen
 */
export type ScreenAddress = { path: string; at?: string; user?: CurrentUser };

/** A whole screen as the routes have it: frame, loader, error boundary. */
export function routesOf(
  { default: Component, clientLoader, clientAction, shouldRevalidate }: RouteModule,
  { path, user }: ScreenAddress,
): RouteObject[] {
  rememberSession(user ?? null);
  const screen = {
    path,
    Component,
    ...(clientLoader && { loader: clientLoader }),
    ...(clientAction && { action: clientAction }),
    ...(shouldRevalidate && { shouldRevalidate }),
  };
  const frame =
    user === undefined
      ? {
          id: 'routes/public-frame',
          loader: publicFrame.clientLoader,
          shouldRevalidate: publicFrame.shouldRevalidate,
          Component: publicFrame.default,
        }
      : {
          id: 'routes/signed-in-frame',
          loader: signedInFrame.clientLoader,
          Component: signedInFrame.default,
          ErrorBoundary: signedInFrame.ErrorBoundary,
        };
  return [
    { ...frame, HydrateFallback: () => null, children: [screen] },
    { path: '*', Component: OtherScreen },
  ];
}

/** Where a router has come to. */
export function addressOf({ state }: { state: { location: { pathname: string; search: string } } }): string {
  return state.location.pathname + state.location.search;
}

/** Renders a whole screen. */
export async function renderScreen(module: RouteModule, address: ScreenAddress) {
  const router = createMemoryRouter(routesOf(module, address), {
    initialEntries: [address.at ?? address.path],
  });
  const view = await act(async () => render(createElement(RouterProvider, { router })));
  return { router, ...view };
}
