import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { references, selection, student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as referencesScreen from './references.tsx';
import * as weekly from './weekly-submission.tsx';

const now = Date.parse('2026-11-18T09:00:00.000Z');
let api: MockApi;

beforeEach(() => {
  freezeClock('2026-11-18T09:00:00.000Z');
  api = mockApi();
  answerStudent(api);
});

const banner = () => document.querySelector('[role="status"] p')?.textContent ?? '';
const openReferences = () => renderScreen(referencesScreen, { path: '/references', user: student });
const goOnline = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });

it('a screen that shows what was kept says when it was seen, and is loaded again by itself', async () => {
  api.replySeen('readSelection', [selection], now - hourMs);
  api.replySeen('readReferences', references, now - 2 * hourMs);
  await openReferences();
  // The oldest of its answers, in the academy's zone, which is UTC here.
  await settle(() => expect(banner()).toBe('The portal cannot be reached. Page saved at 7:00 am.'));
  await goOnline(false);
  // Nothing is said of what one types, for here is no storage.
  expect(banner()).toBe('Offline. Page saved at 7:00 am.');

  api.replySeen('readReferences', references, now - 3 * dayMs);
  await goOnline(true);
  await settle(() =>
    expect(banner()).toBe('The portal cannot be reached. Page saved at Sun 15 Nov, 9:00 am.'),
  );
  api.reply('readSelection', [selection]);
  api.reply('readReferences', references);
  for (let second = 0; second < 6; second++) await advanceClock(1_000);
  await settle(() => expect(banner()).toBe(''));
});

it('what was kept opens its weeks by the time that has passed since', async () => {
  // Kept on the 16th day by a device whose clock is right; week 3 opens on the 21st, five days later.
  const kept = timelineOnDay(16);
  const seenAt = Date.parse(kept.now);
  freezeClock(new Date(seenAt + 5 * dayMs + hourMs).toISOString());
  api.replySeen('readTimeline', kept, seenAt);
  await renderScreen(weekly, { path: '/WeeklySubmission', user: student });
  await settle(() => expect(screen.getByRole('option', { name: 'Week 3' })).toBeTruthy());
  expect(screen.getByRole('option', { name: 'Week 4 (You are not eligible now!!)' })).toBeTruthy();
});
