import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { PageText } from './page-text.tsx';

it('shows what the loader gave as HTML', async () => {
  const html = '<h1>Terms of the operator</h1><p>See <a href="/privacy">privacy</a>.</p>';
  const routes = [{ path: '/', Component: PageText, loader: () => html, HydrateFallback: () => null }];
  await act(async () => render(<RouterProvider router={createMemoryRouter(routes)} />));
  expect(screen.getByRole('heading', { name: 'Terms of the operator' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'privacy' }).getAttribute('href')).toBe('/privacy');
});
