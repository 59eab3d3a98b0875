import { act, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider, StaticRouter } from 'react-router';
import { expect, it } from 'vitest';
import { MovedTo } from './moved-to.tsx';

it('is a link where the server renders it, and prints nothing', () => {
  const html = renderToString(
    <StaticRouter location="/staff/imported/asha">
      <MovedTo to="/staff/people/asha" />
    </StaticRouter>,
  );
  expect(html).toContain('href="/staff/people/asha"');
});

it('opens the other page in the browser, and leaves no step back', async () => {
  const router = createMemoryRouter(
    [
      { path: '/staff/imported/:s_id', element: <MovedTo to="/staff/people/asha" /> },
      { path: '/staff/people/:s_id', element: <p>Asha</p> },
      { path: '/staff', element: <p>Submissions</p> },
    ],
    { initialEntries: ['/staff', '/staff/imported/asha'], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  await screen.findByText('Asha');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff'));
});
