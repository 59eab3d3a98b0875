import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { defaultSite, SiteContext } from '../../../lib/page/site.ts';
import { InvitationSheet } from './invitation-sheet.tsx';

const invitation = {
  s_id: 'asha@example.test',
  name: 'Asha',
  batch: null,
  link: 'https://portal.example/invitation?token=a',
  code: '7KQ4M-XW2PD',
  expires_at: '2026-12-26T00:00:00.000Z',
  qr: { size: 21, path: 'M0 0h1v1z' },
};

function imagesOf(logo: { light: string | null; dark: string | null }) {
  const { container } = render(
    <SiteContext value={{ ...defaultSite, appearance: { rules: null, logo } }}>
      <InvitationSheet
        invitations={[invitation, { ...invitation, s_id: 'biju@example.test' }]}
        onPrint={() => {}}
      />
    </SiteContext>,
  );
  return container;
}

test('each printed invitation has the light logo, also where the screen is dark', () => {
  const sheet = imagesOf({ light: '/face/a.svg', dark: '/face/b.svg' });
  expect([...sheet.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    '/face/a.svg',
    '/face/a.svg',
  ]);
  expect(sheet.querySelector('source')?.getAttribute('media')).toMatch(/^screen and /);
});

test('without a logo an invitation has none', () => {
  expect(imagesOf({ light: null, dark: null }).querySelector('img')).toBeNull();
});
