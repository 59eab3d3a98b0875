import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ProgressBar } from './progress-bar.tsx';

it.each([
  [0, 0],
  [33.4, 33],
  [99.6, 100],
  [-5, 0],
  [140, 100],
])('%d percent is told and drawn as %d', (percent, expected) => {
  render(<ProgressBar label="Uploading" percent={percent} />);
  const bar = screen.getByRole('progressbar', { name: 'Uploading' });
  expect(bar.getAttribute('aria-valuenow')).toBe(String(expected));
  expect(screen.getByText(`${expected}%`)).toBeTruthy();
});

it('tells no percent where nobody knows how much is left', () => {
  render(<ProgressBar label="Checking" percent={null} />);
  expect(screen.getByRole('progressbar', { name: 'Checking' }).hasAttribute('aria-valuenow')).toBe(false);
  expect(screen.queryByText(/%/)).toBeNull();
});
