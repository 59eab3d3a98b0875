import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as finalProject from './final-project-submission.tsx';
import * as viva from './viva.tsx';

const minute = 60_000;
let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

describe.each([
  ['the final project', finalProject, '/FinalProjectSubmission', 'final project'],
  ['the viva', viva, '/viva', 'viva voce'],
] as const)('%s', (_, module, path, name) => {
  const open = () => renderScreen(module, { path, user: student });

  it('says until day 28 when it opens, and then opens by itself', async () => {
    const before = timelineOnDay(28, { final: { state: 'locked' }, viva: { state: 'locked' } });
    before.now = new Date(Date.parse(before.tasks[4]!.opens_at!) - 30 * minute).toISOString();
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await open();
    await settle(() => screen.getByRole('heading', { name: '(You are not eligible now!!!)' }));
    expect(
      screen.getByText(new RegExp(`^The ${name} opens 28 days after your project began, on`)).parentElement
        ?.textContent,
    ).toContain('Mon 30 Nov, 3:30 am');
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await advanceClock(31 * minute);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: '(You are not eligible now!!!)' })).toBeNull();
  });
});
