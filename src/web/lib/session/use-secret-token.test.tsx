import { expect, it, onTestFinished } from 'vitest';
import { useLocation } from 'react-router';
import { screen } from '@testing-library/react';
import { renderWithRouter } from '#support/render-screen';
import { useSecretToken } from './one-time-link.ts';

function Page() {
  useSecretToken();
  return <p data-testid="place">{useLocation().search}</p>;
}

it.each([
  ['/reset-password?token=t-1', '/reset-password'],
  ['/unsubscribe?kind=daily&token=t-1', '/unsubscribe?kind=daily'],
  ['/login?notice=left&next=%2Finvitation%3Ftoken%3Dt-1', '/login?notice=left'],
  ['/login?next=%2Finvitation%3Ffrom%3Dmail%26token%3Dt-1', '/login'],
  ['/login?next=%2Faccount', '/login?next=%2Faccount'],
])('of %s the address bar shows %s, and the screen has all of it', async (at, shown) => {
  const before = location.href;
  onTestFinished(() => history.replaceState(null, '', before));
  history.replaceState(null, '', at);
  await renderWithRouter(<Page />, at);
  expect(location.pathname + location.search).toBe(shown);
  expect(screen.getByTestId('place').textContent).toBe(new URL(at, location.href).search);
});
