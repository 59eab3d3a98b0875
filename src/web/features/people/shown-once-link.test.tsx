import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultSite, SiteContext } from '../../lib/page/site.ts';
import { ShownOnceLink } from './shown-once-link.tsx';

it.each([
  [true, 'https://portal.test/reset-password?token=abc', 'https://portal.test/reset-password?token=abc'],
  [false, 'http://127.0.0.1:4302/reset-password?token=abc', `${location.origin}/reset-password?token=abc`],
  [false, 'http://[::1]/invitation?token=a%20b', `${location.origin}/invitation?token=a%20b`],
])('of a portal that knows its address (%s) the link %s is shown as %s', (hasAddress, link, shown) => {
  render(
    <SiteContext value={{ ...defaultSite, hasAddress }}>
      <ShownOnceLink
        person={{ s_id: 'a@x.test', s_name: 'Asha' }}
        link={link}
        expiresAt="2026-11-21T09:00:00.000Z"
      />
    </SiteContext>,
  );
  expect(screen.getByText(/token=/).textContent).toBe(shown);
});
