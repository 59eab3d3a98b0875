import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, handedIn } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/drafts.ts';
import * as viva from './viva.tsx';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
let api: MockApi;
beforeEach(async () => {
  await openDrafts(student.s_id);
  await removeDrafts();
  api = mockApi();
  answerStudent(api);
});

describe('the viva', () => {
  const open = async () => {
    api.reply('readTimeline', timelineOnDay(29, { 'week-1': handedIn }));
    await renderScreen(viva, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Viva Voce Format' }));
  };

  it('has six steps in the specification’s order', async () => {
    await open();
    const format = screen.getByRole('heading', { name: 'Viva Voce Format' }).parentElement!;
    expect(
      within(format)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Introduction', 'Methodology', 'Findings', 'Challenges', 'Q&A', 'Conclusion']);
  });

  it('shows its form after Submit, with the focus in it', async () => {
    await open();
    expect(screen.queryByLabelText('Comments')).toBeNull();
    press('Submit');
    expect(document.activeElement).toBe(screen.getByLabelText('Comments'));
    expect(screen.queryByLabelText('Links')).toBeNull();
  });

  it.each([
    ['nothing', '', null, 'Comments'],
    ['no file', 'My outline.', null, 'File'],
    ['blank comments', '  ', new File(['x'], 'a.pdf'), 'Comments'],
  ])('with %s it is not sent', async (_, comments, file, focus) => {
    await open();
    press('Submit');
    type('Comments', comments);
    if (file !== null) fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    press('Submit');
    expect(screen.getByRole('alert').textContent).toBe('Please provide comments and upload a file.');
    expect(document.activeElement).toBe(screen.getByLabelText(focus));
    expect(api.of('uploadViva')).toEqual([]);
  });

  it('counts down to its deadline, and says afterwards that it is late', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const timeline = timelineOnDay(29);
    timeline.now = new Date(Date.parse(timeline.viva_deadline!) - 90_000).toISOString();
    api.reply('readTimeline', timeline);
    await renderScreen(viva, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Time left' }));
    const parts = () => screen.getByRole('timer').firstElementChild?.textContent?.match(/\d+/g)?.join(' ');
    expect(parts()).toBe('0 0 1 30');
    await advanceClock(1000);
    expect(parts()).toBe('0 0 1 29');
    await advanceClock(90_000);
    expect(parts()).toBe('0 0 0 0');
    expect(screen.getByRole('heading', { name: 'The deadline has passed' })).toBeTruthy();
    expect(screen.getByText('You can still submit; it will be noted as late.')).toBeTruthy();
  });
});
