import { act } from '@testing-library/react';
import { createElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, onTestFinished } from 'vitest';
import { eventually } from './eventually.ts';
import { renderScreen, routesOf, type RouteModule, type ScreenAddress } from './render-screen.ts';

/** A screen as the server sends it, in the document, and what lets its script come. */
export async function serveScreen(module: RouteModule, address: ScreenAddress) {
  // The frame takes a screen other than its last one for a navigation, which a page that comes from the server is not.
  (await renderScreen(module, address)).unmount();
  const routes = routesOf(module, address);
  const initialEntries = [address.at ?? address.path];
  const server = createMemoryRouter(routes, { initialEntries });
  await eventually(() => expect(server.state.initialized).toBe(true));
  const { loaderData } = server.state;
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(createElement(RouterProvider, { router: server }));
  server.dispose();
  let root: Root | undefined;
  onTestFinished(async () => {
    await act(async () => root?.unmount());
    page.remove();
  });
  return {
    page,
    async hydrate() {
      const router = createMemoryRouter(routes, { initialEntries, hydrationData: { loaderData } });
      root = await act(async () => hydrateRoot(page, createElement(RouterProvider, { router })));
      return router;
    },
  };
}
