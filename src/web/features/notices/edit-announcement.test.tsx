import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { PlannedAnnouncement, SentAnnouncement } from '#contract/notices/announcement-calls';
import { mentor } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { openDrafts, readDraft, removeDrafts, writeDraft } from '../../lib/forms/drafts.ts';
import { clientAction } from '../../routes/staff-batch-announcements.tsx';
import { ScreenMessage } from '../frame/screen-message.tsx';
import { SentAnnouncements } from './sent-announcements.tsx';

const words = {
  id: '1',
  text: 'The viva is on Frday.',
  author: 'Anjali Menon',
  pinned_until: '2026-12-06T23:59:59.999Z',
  day: '2026-12-08',
};
const sent: SentAnnouncement = { ...words, created_at: '2026-11-21T09:00:00.000Z', seen_by: 3, told: 12 };
const plan: PlannedAnnouncement = { ...words, publish_at: '2026-11-28T03:30:00.000Z' };
const shown = { text: words.text, until: '2026-12-06', day: words.day };
const message = 'Somebody else has edited this announcement. Reload the page to see it.';
const key = `${mentor.account} announcement 1`;

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.account);
  await removeDrafts();
  api = mockApi();
});

async function open({
  announcements = [],
  planned = [],
}: {
  announcements?: SentAnnouncement[];
  planned?: PlannedAnnouncement[];
}) {
  const view = await renderWithRouter(
    <>
      <SentAnnouncements batch="OURS" user={mentor} announcements={announcements} planned={planned} />
      <ScreenMessage />
    </>,
    '/staff/batches/OURS/announcements',
    (args) => clientAction({ ...args, params: { batch: 'OURS' } }),
  );
  const forms = () =>
    screen.getAllByRole('button', { name: 'Save the announcement' }).map((button) => {
      const element = button.closest('form') as HTMLFormElement;
      const form = within(element);
      const field = (label: string) => form.getByLabelText<HTMLInputElement>(label);
      return {
        ...form,
        field,
        fold: element.closest('details') as HTMLDetailsElement,
        change: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
        save: () => userEvent.click(button),
      };
    });
  return { ...view, forms, form: () => forms()[0] as ReturnType<typeof forms>[number] };
}

const bodies = () => api.of('editAnnouncement').map(({ body }) => body);

it('sends what each changed field began from, and the next change begins from what was saved', async () => {
  const { form } = await open({ announcements: [{ ...sent, edited: true }] });
  expect(screen.getByText(', edited')).toBeTruthy();
  api.reply('editAnnouncement', sent);
  form().change('Announcement', 'The viva is on Friday.');
  await form().save();
  expect(await screen.findByText(/^The announcement is saved\./)).toBeTruthy();
  form().change('Date of the event', '');
  await form().save();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  const text = 'The viva is on Friday.';
  expect(bodies()).toEqual([
    { ...shown, text, original: shown.text, began: { text: shown.text } },
    { ...shown, text, day: null, original: text, began: { day: shown.day } },
  ]);
});

it('shows both where somebody else has changed the same fields, in words, and overwrites only by the button', async () => {
  const { form } = await open({ announcements: [sent] });
  form().change('Date of the event', '2026-12-10');
  form().change('Announcement', 'The viva is on Friday.');
  const theirs = { ...sent, text: 'Cancelled.', day: '2026-12-09', pinned_until: '2026-12-12T23:59:59.999Z' };
  api.replyConflict('editAnnouncement', message, theirs);
  await form().save();
  const alert = within(await screen.findByRole('alert'));
  for (const text of ['Cancelled.', 'The viva is on Friday.', '9 Dec 2026', '10 Dec 2026'])
    expect(alert.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('alert').textContent, 'they are in view').not.toContain('Reload');
  expect(screen.getByRole('alert').textContent).toMatch(/Announcement.*Date of the event/);
  expect(form().fold.open).toBe(true);
  expect(form().field('Announcement').value).toBe('The viva is on Friday.');
  expect(form().field('Pinned until the end of').value, 'changed by them alone').toBe('2026-12-12');
  await form().save();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ began: { text: shown.text, day: shown.day } });
  api.reply('editAnnouncement', theirs);
  await userEvent.click(await form().findByRole('button', { name: 'Save mine anyway' }));
  await waitFor(() => expect(bodies()).toHaveLength(3));
  expect(bodies()[2]).toMatchObject({
    text: 'The viva is on Friday.',
    until: '2026-12-12',
    began: { text: 'Cancelled.', day: '2026-12-09' },
  });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('takes the other version on the highlighted button', async () => {
  const { form } = await open({ announcements: [sent] });
  form().change('Announcement', 'The viva is on Friday.');
  api.replyConflict('editAnnouncement', message, { ...sent, text: 'Cancelled.' });
  await form().save();
  await userEvent.click(await form().findByRole('button', { name: 'Keep the other version' }));
  expect(form().field('Announcement').value).toBe('Cancelled.');
  expect([screen.queryByRole('alert'), readDraft(key)]).toEqual([null, undefined]);
});

it('keeps what is typed while it is saved, in the text as in the days', async () => {
  const { form } = await open({ announcements: [sent] });
  const saved = Promise.withResolvers<SentAnnouncement>();
  api.replyWith('editAnnouncement', () => saved.promise);
  form().change('Announcement', 'The viva is on Friday.');
  await form().save();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  form().change('Announcement', 'The viva is on Friday. Bring a pen.');
  form().change('Pinned until the end of', '2026-12-07');
  saved.resolve(sent);
  expect(await screen.findByText(/^The announcement is saved\./)).toBeTruthy();
  expect(form().field('Announcement').value).toBe('The viva is on Friday. Bring a pen.');
  expect(form().field('Pinned until the end of').value).toBe('2026-12-07');
  await form().save();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({
    began: { text: 'The viva is on Friday.', until: shown.until },
  });
});

it('a draft after a reload says what it began from; beside it, days are typed and sent', async () => {
  const first = await open({ announcements: [sent] });
  first.form().change('Announcement', 'The viva is on Friday.');
  first.form().change('Date of the event', '2026-12-10');
  expect(first.form().field('Announcement').value).toBe('The viva is on Friday.');
  expect(first.form().field('Date of the event').value, 'beside the draft').toBe('2026-12-10');
  expect([readDraft(key), readDraft(`about ${key}`)]).toEqual([
    'The viva is on Friday.',
    JSON.stringify({ text: shown.text }),
  ]);
  first.unmount();

  const { form } = await open({ announcements: [{ ...sent, text: 'Cancelled.' }] });
  expect((await screen.findByRole('alert')).textContent).toContain('Cancelled.');
  expect(form().fold.open).toBe(true);
  expect(form().field('Announcement').value).toBe('The viva is on Friday.');
  api.replyConflict('editAnnouncement', message, { ...sent, text: 'Cancelled.' });
  await form().save();
  await waitFor(() =>
    expect(bodies()).toMatchObject([{ original: shown.text, began: { text: shown.text } }]),
  );
});

it('a draft of a version before is compared with what is there as it is opened', async () => {
  writeDraft(key, 'The viva is on Friday.');
  const { form, unmount } = await open({ announcements: [sent] });
  expect(form().field('Announcement').value).toBe('The viva is on Friday.');
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  const later = await open({ announcements: [{ ...sent, text: 'Cancelled.' }] });
  expect((await later.findByRole('alert')).textContent).toContain('Cancelled.');
});

it('a planned one beside a published one of the same number: text, hour and days are each its own', async () => {
  api.reply('editPlannedAnnouncement', undefined);
  const { forms } = await open({ announcements: [sent], planned: [plan] });
  const form = () => forms()[1] as ReturnType<typeof forms>[number];
  expect(form().getByText('It is published at the planned time.')).toBeTruthy();
  expect(form().field('Publish at').value).toBe('2026-11-28T03:30');
  form().change('Announcement', 'The viva is on Friday.');
  await form().save();
  expect(await screen.findByText('The planned announcement is saved.')).toBeTruthy();
  form().change('Publish at', '2026-11-28T18:00');
  api.replyConflict('editPlannedAnnouncement', message, { ...plan, publish_at: '2026-11-29T10:15:00.000Z' });
  await form().save();
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('29 Nov 2026, 10:15 am')).toBeTruthy();
  expect(alert.getByText('28 Nov 2026, 6:00 pm')).toBeTruthy();
  const [first, second] = api.of('editPlannedAnnouncement');
  expect(first, 'others may have changed the time').toMatchObject({ params: { batch: 'OURS', id: '1' } });
  const text = 'The viva is on Friday.';
  expect(first?.body).toEqual({ ...shown, text, original: shown.text, began: { text: shown.text } });
  expect(second?.body).toEqual({
    ...shown,
    text,
    publish_at: '2026-11-28T18:00',
    original: text,
    began: { publish_at: '2026-11-28T03:30' },
  });
  expect(api.of('editAnnouncement')).toEqual([]);
});
