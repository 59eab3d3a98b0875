import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mentor } from '#support/contract-fixtures';
import { press } from '#support/form-steps';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffSample from './staff-sample.tsx';

const administrator = { ...mentor, role: 'administrator' as const };
const sample = {
  is_there: true,
  courses: ['Data Science'],
  batches: ['DSA-2026-10'],
  projects: [{ id: 'P006', name: 'Monsoon Rainfall' }],
  in_the_way: [],
};

it('names all that goes, and removes it with one press', async () => {
  const api = mockApi();
  api.reply('readSample', sample);
  await renderScreen(staffSample, { path: '/staff/sample', user: administrator });
  const items = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Data Science', 'DSA-2026-10', 'P006 Monsoon Rainfall']);
  api.refuse('removeSample', 409, {
    message: 'The sample cannot be removed while it is in use: 1 student.',
  });
  press('Remove the sample');
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('The sample cannot be removed'),
  );
  api.reply('removeSample', { message: 'The sample is removed.' });
  const load = vi.fn();
  vi.stubGlobal('location', { ...location, origin: location.origin, href: location.href, assign: load });
  onTestFinished(() => void vi.unstubAllGlobals());
  press('Remove the sample');
  // The bar loses its place, and other screens the sample's batches.
  await waitFor(() => expect(load).toHaveBeenCalledWith('/staff/sample?notice=sample-removed'));
});

it('says that there is none', async () => {
  const api = mockApi();
  api.reply('readSample', { is_there: false, courses: [], batches: [], projects: [], in_the_way: [] });
  await renderScreen(staffSample, { path: '/staff/sample', user: administrator });
  expect(await screen.findByRole('heading', { name: 'No sample data' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove the sample' })).toBeNull();
});

it('who lives in it is said in place of the press', async () => {
  const api = mockApi();
  api.reply('readSample', { ...sample, in_the_way: ['1 student is in DSA-2026-10'] });
  await renderScreen(staffSample, { path: '/staff/sample', user: administrator });
  expect((await screen.findByRole('note')).textContent).toContain('1 student is in DSA-2026-10');
  expect(screen.queryByRole('button', { name: 'Remove the sample' })).toBeNull();
});
