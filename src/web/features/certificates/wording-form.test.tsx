import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Wordings } from '#contract/certificates/certificate-calls';
import { ownWording } from '#contract/certificates/wording';
import { administrator } from '#support/catalogue-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as batchCertificates from '../../routes/staff-batch-certificates.tsx';

const stored = 'a'.repeat(64);
const wordings: Wordings = { ...ownWording, backgrounds: { certificate: null, statement: null } };
const withPicture: Wordings = { ...wordings, backgrounds: { certificate: stored, statement: null } };

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listUnconfirmedNames', { students: 0, unconfirmed: 0, list: [] });
  api.reply('listBatchCertificates', { batch: 'ONE', hindrance: null, students: [] });
});

async function open(now: Wordings) {
  api.reply('readWordings', now);
  await renderScreen(batchCertificates, {
    path: '/staff/batches/:batch/certificates',
    at: '/staff/batches/ONE/certificates',
    user: administrator,
  });
  const summary = await screen.findByText('Certificate: words, picture and preview');
  await userEvent.click(summary);
  return within(summary.closest('details') as HTMLElement);
}

const pick = (of: ReturnType<typeof within>) =>
  userEvent.upload(
    of.getByLabelText('Picture behind the words'),
    new File(['x'], 'behind.png', { type: 'image/png' }),
  );

it('the preview is of the batch and of saved words, and a picked picture is stored at once', async () => {
  const certificate = await open(wordings);
  const frame = () => certificate.getByTitle('Preview of the certificate');
  expect(frame().getAttribute('src')).toBe('/certificates/preview/certificate?batch=ONE');
  expect(frame().getAttribute('sandbox')).toBe('');
  expect(certificate.queryByRole('button', { name: 'Remove picture' })).toBeNull();
  const before = frame();
  api.reply('putBackground', withPicture);
  api.reply('readWordings', withPicture);
  await pick(certificate);
  await settle(() => expect(certificate.getByRole('button', { name: 'Remove picture' })).toBeTruthy());
  expect(api.of('putBackground')[0]?.body).toMatchObject({ kind: 'certificate', original: '' });
  // Another frame: it is loaded with the picture.
  expect(frame()).not.toBe(before);
  api.reply('removeBackground', wordings);
  api.reply('readWordings', wordings);
  await userEvent.click(certificate.getByRole('button', { name: 'Remove picture' }));
  await waitFor(() => expect(api.of('removeBackground')[0]?.query).toEqual({ original: stored }));
});

it('a picture that somebody else has changed is shown before it is replaced', async () => {
  const certificate = await open(wordings);
  const message = 'This picture was changed in the meantime. Look at it first, then change it again.';
  api.replyConflict('putBackground', message, withPicture);
  api.reply('readWordings', withPicture);
  await pick(certificate);
  expect(await certificate.findByText(message)).toBeTruthy();
  await settle(() => expect(certificate.getByRole('button', { name: 'Remove picture' })).toBeTruthy());
  await pick(certificate);
  await settle(() => expect(api.of('putBackground')).toHaveLength(2));
  expect(api.of('putBackground')[1]?.body).toMatchObject({ original: stored });
});
