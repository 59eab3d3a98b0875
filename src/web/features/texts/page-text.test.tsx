import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { textElement } from '#contract/screens';

/** The module reads the page when it is loaded. */
async function pageTextOn(page: string, html: string) {
  vi.resetModules();
  vi.doMock('./development-text.ts', () => ({ developmentText: () => new Promise(() => {}) }));
  document.body.innerHTML = `<article id="${textElement}" data-page="${page}">${html}</article>`;
  const { PageText } = await import('./page-text.tsx');
  document.body.innerHTML = '';
  return PageText;
}

it("shows the server's text, which has left the page by the time it is rendered", async () => {
  const PageText = await pageTextOn('/terms', '<h1>Terms of the operator</h1>');
  render(<PageText page="/terms" />);
  expect(screen.getByRole('heading', { name: 'Terms of the operator' })).toBeTruthy();
});

it("offers to load the page where another page's text came", async () => {
  const PageText = await pageTextOn('/terms', '<h1>Terms of the operator</h1>');
  render(<PageText page="/privacy" />);
  expect(screen.getByRole('heading', { name: 'Privacy' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Load this page again' }).getAttribute('href')).toBe('/privacy');
});
