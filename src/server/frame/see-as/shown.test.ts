import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { linkFrom, shownReads, shownScreen } from './shown.ts';

test.each([
  ['/StudentDashboard', '/StudentDashboard'],
  ['/ProjectDashboard1?tab=grades#tabs', '/ProjectDashboard1?tab=grades#tabs'],
  ['/discussion/MERN%202026', '/discussion/MERN%202026'],
  ['/discussion/A/7', '/discussion/A/7'],
  ['/viva/', '/viva/'],
  ['/account', null],
  ['/consent', null],
  ['/viva-consent', null],
  ['/notices', null],
  ['/certificate-name', null],
  ['/staff', null],
  ['/staff/people/a@b.example', null],
  ['/api/students/timeline/a@b.example', null],
  ['/', null],
  ['', null],
  ['viva', null],
  ['//evil.example/viva', null],
  ['/\\evil.example/viva', null],
  // The renderer would open the account.
  ['/discussion/../account', null],
  ['/discussion/x/../../account', null],
  ['/discussion/%2e%2e/account', null],
  ['/discussion/.%2E/notices?all=1', null],
  ['/x/../viva', '/viva'],
  ['/%61ccount', null],
  ['/viva/more', null],
])('%s', (address, shown) => {
  expect(shownScreen(address)).toBe(shown);
});

const of = {
  s_id: 'asha@example.test',
  back: '/staff/students/asha%40example.test',
  at: '/ProjectDashboard1?tab=weekly',
};
const as = '/staff/students/asha%40example.test/as';

test.each([
  ['/viva', `${as}/viva`],
  ['/discussion/A?filter=mine', `${as}/discussion/A?filter=mine`],
  ['#main', '#main'],
  ['https://github.com/asha/queue', 'https://github.com/asha/queue'],
  [of.back, of.back],
  ['/api/files/f-1', '/api/files/f-1'],
  ['/api/receipts/R-1', '/api/receipts/R-1'],
  ['/api/discussion/attachments/c-1', '/api/discussion/attachments/c-1'],
  ['/documents/queue.pdf', '/documents/queue.pdf'],
  ['/account', null],
  ['/notices', null],
  ['/staff', null],
  ['/api/students/record/asha@example.test', null],
  ['/api/students/calendarEvent/asha@example.test?task=viva', null],
  ['/api/files/../account', null],
  ['/api/auth/logout', null],
  ['javascript:alert(1)', null],
  ['//evil.example', null],
  ['?tab=grades', `${as}/ProjectDashboard1?tab=grades`],
  ['?tab=grades#tabs', `${as}/ProjectDashboard1?tab=grades#tabs`],
  ['viva', `${as}/viva`],
  ['../account', null],
  ['account', null],
  ['', `${as}/ProjectDashboard1?tab=weekly`],
])('a link to %s', (href, to) => {
  expect(linkFrom(href, of)).toBe(to);
});

test('the viva with a request for another time is shown, no consent is', () => {
  expect([...shownReads]).toEqual(expect.arrayContaining(['readVivaTime', 'readVivaRequest']));
  const consents = (Object.keys(endpoints) as EndpointName[]).filter((name) => /consent/i.test(name));
  expect(consents).toContain('readRemoteConsent');
  expect(consents.filter((name) => shownReads.has(name))).toEqual([]);
});

test('only reads are listed', () => {
  for (const name of shownReads) expect(endpoints[name].method, name).toBe('GET');
});
