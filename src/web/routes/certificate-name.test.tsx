import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { CertificateName } from '#contract/certificates/name-calls';
import { ownWording } from '#contract/certificates/wording';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { readDraft } from '../lib/forms/drafts.ts';
import { certificateNameDraft } from '../lib/stored-names/student.ts';
import * as certificateName from './certificate-name.tsx';
import * as batchCertificates from './staff-batch-certificates.tsx';
import * as staffCertificateName from './staff-certificate-name.tsx';

const { s_id, s_name } = student;
const none: CertificateName = {
  s_id,
  s_name,
  line: null,
  confirmed_at: null,
  confirmed_by: null,
  guardian: null,
  offered: 'Meera Krishnan',
  by_guardian: false,
};
const line = 'മീര കൃഷ്ണൻ';
const confirmed: CertificateName = {
  ...none,
  line,
  confirmed_at: '2026-11-29T10:00:00.000Z',
  confirmed_by: 'student',
};
const own = { path: '/certificate-name', user: student };
const ofOffice = {
  path: '/staff/people/:s_id/certificate-name',
  at: `/staff/people/${s_id}/certificate-name`,
  user: { ...mentor, role: 'administrator' as const },
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('offers the name of the account, and confirms the very line after a tick', async () => {
  const api = mockApi();
  api.reply('listCertificates', { certificates: [], keeps: false });
  api.reply('readCertificateName', none);
  api.reply('confirmCertificateName', confirmed);
  await renderScreen(certificateName, own);
  const field: HTMLInputElement = await screen.findByLabelText('Name on the certificate');
  expect(field.value).toBe('Meera Krishnan');
  await userEvent.clear(field);
  await userEvent.type(field, line);
  await press('Confirm name');
  expect(api.of('confirmCertificateName'), 'not ticked').toEqual([]);
  api.reply('readCertificateName', confirmed);
  await userEvent.click(screen.getByLabelText('I have checked every letter'));
  await press('Confirm name');
  await waitFor(() => expect(screen.getByText(line)).toBeTruthy());
  expect(api.of('confirmCertificateName').map(({ body }) => body)).toEqual([{ line }]);
  expect(screen.queryByRole('button', { name: 'Confirm name' }), 'once').toBeNull();
});

it('keeps a typed name until one is confirmed', async () => {
  const api = mockApi();
  api.reply('listCertificates', { certificates: [], keeps: false });
  api.reply('readCertificateName', none);
  const open = () => renderScreen(certificateName, own);
  const typed = async () =>
    ((await screen.findByLabelText('Name on the certificate')) as HTMLInputElement).value;
  await open();
  await userEvent.type(await screen.findByLabelText('Name on the certificate'), ' P.');
  cleanup();
  await open();
  expect(await typed()).toBe('Meera Krishnan P.');
  cleanup();
  api.reply('readCertificateName', confirmed);
  await open();
  await screen.findByText(line);
  expect(readDraft(certificateNameDraft(s_id))).toBeUndefined();
});

it('says to a student under 18 that the office confirms with the guardian', async () => {
  const api = mockApi();
  api.reply('readCertificateName', { ...none, by_guardian: true });
  api.reply('listCertificates', { certificates: [], keeps: false });
  await renderScreen(certificateName, own);
  expect(await screen.findByText(/the office confirms your name with your guardian/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm name' })).toBeNull();
});

it('the office corrects with a reason, and says what its form showed', async () => {
  const api = mockApi();
  api.reply('readCertificateName', confirmed);
  api.reply('correctCertificateName', { ...confirmed, line: 'Meera K', confirmed_by: 'office' });
  await renderScreen(staffCertificateName, ofOffice);
  const field = await screen.findByLabelText('Name on the certificate');
  await userEvent.clear(field);
  await userEvent.type(field, 'Meera K');
  await userEvent.type(screen.getByLabelText('Reason'), 'By letter');
  await press('Correct name');
  await waitFor(() =>
    expect(api.of('correctCertificateName').map(({ body }) => body)).toMatchObject([
      { line: 'Meera K', reason: 'By letter', began: { line } },
    ]),
  );
});

it('for a student under 18 the office enters guardian, way and day, and no reason', async () => {
  mockApi().reply('readCertificateName', { ...none, by_guardian: true });
  await renderScreen(staffCertificateName, ofOffice);
  expect(await screen.findByLabelText('Guardian who confirmed the name')).toBeTruthy();
  expect(screen.getByLabelText('Day of the confirmation')).toBeTruthy();
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

it('a batch shows who has not confirmed, and reminds them with one click', async () => {
  const api = mockApi();
  const list = [
    { s_id, s_name, by_guardian: false },
    { s_id: 'unni@example.test', s_name: 'Unni', by_guardian: true },
  ];
  api.reply('listUnconfirmedNames', { students: 12, unconfirmed: 2, list });
  api.reply('remindOfNames', { reminded: 1 });
  const [batch = ''] = mentor.batches;
  const at = `/staff/batches/${batch}/certificates`;
  await renderScreen(batchCertificates, { path: '/staff/batches/:batch/certificates', at, user: mentor });
  expect(await screen.findByText('Not confirmed: 2 of 12 students.')).toBeTruthy();
  expect(screen.getByText(/the office confirms with the guardian/)).toBeTruthy();
  await press('Send a reminder');
  await waitFor(() => expect(api.of('remindOfNames')).toHaveLength(1));
});

const number = 'CERT-2026-7K3M-92QX-W4TDA';
const paper = {
  number,
  kind: 'certificate' as const,
  batch: 'MERN',
  issued_at: '2026-11-29T10:00:00.000Z',
  revoked: null,
};

it('a certificate comes first, is printed and downloaded, and its holder says what becomes of it', async () => {
  const api = mockApi();
  api.reply('readCertificateName', confirmed);
  api.reply('listCertificates', { certificates: [paper], keeps: false });
  api.reply('keepCertificates', { certificates: [paper], keeps: true });
  await renderScreen(certificateName, own);
  const opened = await screen.findByRole('link', { name: 'Open and print' });
  expect(opened.getAttribute('href')).toBe(`/certificates/${number}`);
  expect(screen.getByRole('link', { name: 'Download as signed JSON' })).toBeTruthy();
  await press('Keep them after a deletion');
  await waitFor(() => expect(api.of('keepCertificates').map(({ body }) => body)).toEqual([{ keeps: true }]));
});

it('the office issues to all who can get one, or to one, and revokes with a reason', async () => {
  const api = mockApi();
  const of = { s_id, s_name, line };
  const students = [
    { ...of, kind: 'certificate' as const, obstacle: null, issued: null },
    { ...of, s_id: 'd@example.test', kind: 'certificate' as const, obstacle: null, issued: null },
    {
      ...of,
      s_id: 'revoked@example.test',
      kind: 'certificate' as const,
      obstacle: null,
      issued: {
        ...paper,
        outdated: false,
        revoked: { at: '2026-11-29T11:00:00.000Z', reason: 'holder' as const },
      },
    },
    {
      ...of,
      s_id: 'b@example.test',
      s_name: 'Binu',
      kind: 'statement' as const,
      obstacle: 'no_name' as const,
      issued: null,
    },
    {
      ...of,
      s_id: 'c@example.test',
      s_name: 'Chitra',
      kind: 'certificate' as const,
      obstacle: 'issued' as const,
      issued: { ...paper, outdated: true },
    },
  ];
  api.reply('listUnconfirmedNames', { students: 3, unconfirmed: 0, list: [] });
  api.reply('listBatchCertificates', { batch: 'ONE', hindrance: null, students });
  api.reply('readWordings', { ...ownWording, backgrounds: { certificate: null, statement: null } });
  api.reply('issueCertificates', { batch: 'ONE', hindrance: null, students });
  api.reply('revokeCertificate', {
    number,
    verdict: 'revoked',
    kind: 'certificate',
    shown: null,
    revoked: null,
  });
  const [batch = ''] = mentor.batches;
  await renderScreen(batchCertificates, {
    path: '/staff/batches/:batch/certificates',
    at: `/staff/batches/${batch}/certificates`,
    user: ofOffice.user,
  });
  await screen.findByText('The name is not confirmed.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Issue certificate' })[0] as HTMLElement);
  await waitFor(() =>
    expect(api.of('issueCertificates').map(({ body }) => body)).toEqual([{ students: [s_id] }]),
  );
  // Whom the page shows: nobody who has become able since, and no revoked paper again.
  expect(screen.getByText(/a revoked paper are left out/)).toBeTruthy();
  await press('Issue to 2 students');
  await waitFor(() =>
    expect(api.of('issueCertificates').at(-1)?.body).toEqual({ students: [s_id, 'd@example.test'] }),
  );
  await userEvent.type(screen.getByLabelText('Note'), 'By letter');
  await userEvent.click(screen.getByRole('button', { name: 'Revoke for ever', hidden: true }));
  await waitFor(() =>
    expect(api.of('revokeCertificate').map(({ body }) => body)).toEqual([
      { reason: 'replaced', note: 'By letter' },
    ]),
  );
});
