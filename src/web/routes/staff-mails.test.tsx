import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { MailPreview, MailWordsEntry } from '#contract/catalogue/mail-words-calls';
import { mailNames, ourMailText } from '#contract/mail-words';
import { administrator } from '#support/catalogue-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffMails from './staff-mails.tsx';

const own = { subject: 'Your mark', body: 'Dear {name},\n\n{news}' };
const mails: MailWordsEntry[] = mailNames.map((mail) => ({
  mail,
  ...(mail === 'mark' ? own : ourMailText(mail)),
  changed: mail === 'mark' ? { at: '2026-11-21T09:00:00.000Z', by: 'Latha Nair' } : null,
}));
const preview: MailPreview = {
  subject: 'Your mark',
  text: 'Dear Asha,',
  html: '<p>Dear Asha,</p>',
  student: 'Asha (asha@example.test)',
  is_example: false,
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('readMailWords', { mails });
  api.reply('previewMailWords', preview);
});

async function open(mail = 'mark') {
  const opened = await renderScreen(staffMails, {
    path: '/staff/mails',
    at: `/staff/mails?mail=${mail}`,
    user: administrator,
  });
  await screen.findByRole('heading', { name: 'Preview' });
  return opened;
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const frame = () => document.querySelector('iframe') as HTMLIFrameElement;

it('one email at a time is shown with its fields, what is always added, and a preview without scripts', async () => {
  await open();
  const list = screen.getByRole('navigation', { name: 'Emails' });
  expect(within(list).getAllByRole('link')).toHaveLength(mailNames.length);
  expect(within(list).getByRole('link', { current: 'page' }).textContent).toContain('your words');
  expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('Your mark');
  expect(screen.getByText('{task}')).toBeTruthy();
  expect(screen.getByText(/^We always add: .*unsubscribe\.$/)).toBeTruthy();
  expect(screen.getByText('Data of Asha (asha@example.test)')).toBeTruthy();
  expect([frame().getAttribute('sandbox'), frame().getAttribute('srcdoc')]).toEqual(['', preview.html]);
  expect(api.of('previewMailWords').map(({ body }) => body)).toEqual([own]);
});

it('what is typed is previewed before it is saved, for a student of choice', async () => {
  await open();
  fireEvent.change(screen.getByLabelText(/^Subject/), { target: { value: 'Mark of {task}' } });
  fireEvent.change(screen.getByLabelText(/^Student’s email/), { target: { value: 'ravi@example.test' } });
  api.reply('previewMailWords', { ...preview, subject: 'Mark of Week 2', is_example: true });
  await press('Update preview');
  expect(await screen.findByText('Mark of Week 2')).toBeTruthy();
  expect(screen.getByText(/The event is an example$/)).toBeTruthy();
  expect(api.of('previewMailWords').at(-1)?.body).toEqual({
    ...own,
    subject: 'Mark of {task}',
    student: 'ravi@example.test',
  });
  api.reply('sendMailWordsTest', { message: 'Sent.' });
  await press('Send me a test email');
  await waitFor(() =>
    expect(api.of('sendMailWordsTest').map(({ body }) => body)).toEqual([
      { ...own, subject: 'Mark of {task}', student: 'ravi@example.test' },
    ]),
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Subject/).value, 'is still typed').toBe('Mark of {task}');
});

it('why a preview or a test is refused is said at its button', async () => {
  await open();
  const message = 'There is no field {nmae}. This email has: {name}.';
  for (const [name, button] of [
    ['previewMailWords', 'Update preview'],
    ['sendMailWordsTest', 'Send me a test email'],
  ] as const) {
    api.refuse(name, 400, { message, fields: [{ name: 'subject', message }] });
    await press(button);
    await waitFor(() =>
      expect(
        within(screen.getByRole('button', { name: button }).closest('form') as HTMLElement).getByText(
          message,
        ),
      ).toBeTruthy(),
    );
  }
});

it('a save shows the preview of what is stored', async () => {
  const { router } = await open();
  api.reply('previewMailWords', { ...preview, subject: 'Asked for' });
  await press('Update preview');
  expect(await screen.findByText('Asked for')).toBeTruthy();
  api.reply('previewMailWords', { ...preview, subject: 'Stored now' });
  await act(() => router.navigate('/staff/mails?mail=mark&notice=mail-words-saved'));
  expect(await screen.findByText('Stored now')).toBeTruthy();
});

it('a save says what it began from, and a refused field is named at its place', async () => {
  await open();
  const message = 'There is no field {nmae}. This email has: {name}.';
  api.refuse('changeMailWords', 400, { message, fields: [{ name: 'body', message }] });
  fireEvent.change(screen.getByLabelText(/^Text/), { target: { value: 'Dear {nmae}' } });
  await press('Save email');
  await waitFor(() => expect(screen.getByLabelText(/^Text/).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
  expect(api.of('changeMailWords').map(({ body }) => body)).toEqual([
    { subject: own.subject, body: 'Dear {nmae}', began: { body: own.body } },
  ]);
});

it('one click goes back to our words, as they were seen; without own words there is nothing to go back from', async () => {
  await open();
  api.reply('removeMailWords', { mail: 'mark', ...ourMailText('mark'), changed: null });
  await press('Use our words');
  await waitFor(() => expect(api.of('removeMailWords').map(({ body }) => body)).toEqual([{ began: own }]));
});

it('ours are shown to be changed', async () => {
  await open('reset');
  expect(screen.queryByRole('button', { name: 'Use our words' })).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Text/).value).toBe(ourMailText('reset').body);
});
