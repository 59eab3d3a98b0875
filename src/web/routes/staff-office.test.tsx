import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Office } from '#contract/operations/calls';
import { officeSteps } from '#contract/operations/office-view';
import { mentor } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as route from './staff-office.tsx';

const user = { ...mentor, role: 'administrator' } as const;
const nothing: Office['waiting'] = {
  placements: 0,
  confirmations: 0,
  undecided: [],
  deletions: 0,
  reports: [],
  failed_mails: 0,
  held_mails: 0,
  alarms: 0,
};
const stepsUntil = (count: number) => officeSteps.map((step, index) => ({ step, done: index < count }));
const open = async (office: Partial<Office>, as: typeof mentor | typeof user = user) => {
  const api = mockApi();
  api.reply('readOffice', {
    steps: stepsUntil(0),
    is_named: true,
    has_students: false,
    waiting: nothing,
    events: [],
    unprotected: null,
    ...office,
  });
  await renderScreen(route as never, { path: '/staff/office', user: as });
  await screen.findByRole('heading', { level: 1, name: 'Office' });
  return api;
};

it('leads to the first step that the office takes itself', async () => {
  await open({});
  expect(screen.getByRole('heading', { name: 'Set-up: 1 of 10 done' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Next: Add a course' }).getAttribute('href')).toBe(
    '/staff/catalogue/add?what=course',
  );
  expect(screen.getByText('Nothing is waiting.')).toBeTruthy();
  const people = screen.getByRole('link', { name: 'Import the list of people' }).closest('li') as HTMLElement;
  const links = within(people).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/staff/intake',
    '/examples/people.csv',
    '/staff/people/add',
  ]);
});

it('folds the set-up once all of it is done', async () => {
  await open({ steps: stepsUntil(officeSteps.length), has_students: true });
  expect(screen.getByText('The set-up is complete')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull();
});

it('shows what waits first where something does', async () => {
  const isSetUpFirst = () => {
    const [setUp, waiting] = [/^Set-up/, 'Waiting'].map((name) => screen.getByRole('heading', { name }));
    const after = (setUp as Node).compareDocumentPosition(waiting as Node);
    return (after & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  };
  await open({});
  expect(isSetUpFirst()).toBe(true);
  cleanup();
  await open({ waiting: { ...nothing, deletions: 1 } });
  expect(isSetUpFirst()).toBe(false);
});

it('counts what waits, each with the way to it', async () => {
  const reports = [{ batch: 'WEB-1', posts: 2 }];
  const undecided = [{ name: 'WEB-1', students: 12 }];
  const wrong_codes = [{ batch: 'WEB-2', tries: 40 }];
  await open({
    waiting: {
      ...nothing,
      placements: 1_200,
      deletions: 1,
      undecided,
      reports,
      wrong_codes,
      failed_mails: 3,
    },
  });
  const waiting = within(screen.getByRole('region', { name: 'Waiting' }));
  const links = waiting.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['1,200 students wait for a batch', '/staff/people?stage=waiting'],
    ['1 deletion request', '/staff/people?stage=deletion-asked'],
    ['12 students of WEB-1 without a project; choosing has ended', '/staff/people?stage=placed&batch=WEB-1'],
    ['2 reported posts in WEB-1', '/staff/batches/WEB-1'],
    ['40 wrong invitation codes for WEB-2 in the last hour', '/staff/people?stage=imported&batch=WEB-2'],
    ['3 failed emails', '/staff/portal'],
  ]);
});

it('is no screen for mentors, who ask for nothing', async () => {
  const api = await open({}, mentor);
  expect(screen.getByRole('heading', { name: 'This page is for the office' })).toBeTruthy();
  expect(api.of('readOffice')).toEqual([]);
});

it('says what would be lost with the disk where there is no place for backups', async () => {
  await open({ unprotected: { submissions: 1, since: '2026-11-20T20:30:00.000Z' } });
  expect(screen.getByRole('note').textContent).toMatch(
    /^If the disk of this portal fails, you lose 1 submission and all other changes since .+\./,
  );
});

it('says that there is no copy at all, and nothing where changes are copied', async () => {
  await open({ unprotected: { submissions: 12, since: null } });
  expect(screen.getByText(/If its disk fails, you lose 12 submissions and everything else\./)).toBeTruthy();
});

it('says nothing of backups where each change is copied', async () => {
  await open({ unprotected: null });
  expect(screen.queryByText(/lose/)).toBeNull();
});
