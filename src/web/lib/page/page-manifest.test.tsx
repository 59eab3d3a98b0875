import { render, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { useManifest } from './when-idle.ts';

function Page() {
  useManifest();
  return null;
}

const links = () => [...document.head.querySelectorAll('link[rel="manifest"]')];

it('the manifest is named once the page has a quiet moment, and once', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    links().forEach((link) => link.remove());
  });
  render(<Page />);
  render(<Page />);
  await waitFor(() => expect(waiting).toHaveLength(2));
  expect(links()).toEqual([]);
  for (const callback of waiting) callback();
  await waitFor(() => expect(links()).toHaveLength(1));
  await Promise.resolve();
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/manifest.webmanifest']);
});
