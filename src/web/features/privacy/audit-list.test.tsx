import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { AuditLine } from '#contract/privacy/audit-calls';
import { renderWithRouter } from '#support/render-screen';
import { AuditList } from './audit-list.tsx';

const invited = (id: number): AuditLine => ({
  id: String(id),
  at: '2026-11-21T09:00:00.000Z',
  kind: 'people',
  act: 'invite-person',
  words: 'created an invitation for',
  who: { s_id: 'office@example.test', s_name: 'Office' },
  by: 'person',
  subject: `p${id}@example.test`,
  whom: null,
  changes: [],
  network: null,
});

it.each([
  [false, 'created an invitation for p1@example.test and 2 others', '3 entries'],
  [true, 'created an invitation for p1@example.test and others', '3 or more entries'],
])('counts equal events only where none of them is left out (%s)', async (hasOlder, words, count) => {
  await renderWithRouter(<AuditList lines={[1, 2, 3].map(invited)} hasOlder={hasOlder} />);
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByText(count)).toBeTruthy();
});
