import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { PageText } from './page-text.tsx';

async function show(text: object) {
  const routes = [{ path: '/', Component: PageText, loader: () => text, HydrateFallback: () => null }];
  await act(async () => render(<RouterProvider router={createMemoryRouter(routes)} />));
}

it('shows what the loader gave as HTML, without languages where there is one', async () => {
  const html = '<h1>Terms of the operator</h1><p>See <a href="/privacy">privacy</a>.</p>';
  await show({ html, code: 'en', languages: [] });
  expect(screen.getByRole('heading', { name: 'Terms of the operator' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'privacy' }).getAttribute('href')).toBe('/privacy');
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('names each language in itself, and says which one shows', async () => {
  const languages = [
    { code: 'en', name: 'English', to: '/privacy' },
    { code: 'ml', name: 'മലയാളം', to: '/privacy/ml' },
  ];
  await show({ html: '<h1>സ്വകാര്യത</h1>', code: 'ml', languages });
  const names = [...screen.getByRole('navigation', { name: 'Languages' }).children];
  const facts = names.map((name) =>
    ['href', 'lang', 'hreflang', 'aria-current'].map((at) => name.getAttribute(at)),
  );
  expect(facts).toEqual([
    ['/privacy', 'en', 'en', null],
    [null, 'ml', null, 'page'],
  ]);
  expect(screen.getByRole('heading').closest('[lang]')?.getAttribute('lang')).toBe('ml');
});
