import { createHash } from 'node:crypto';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mockApi } from '#support/mock-api';
import { ZoneContext } from '../../../ui/time.tsx';
import { VerifyForm } from './verify-form.tsx';

const signedFile = 'Receipt or other signed file';
const number = 'CAP-7K3M-92QX-W4TD-A8JH';
const content = {
  number,
  student: { s_name: 'Asha Kumari', s_id: 'asha@example.test' },
  task: 'week-1',
  version: 2,
  submitted_at: '2026-11-10T04:05:06.789Z',
  late: false,
  file: { name: 'week-1.zip' },
};
const receiptFile = new File([JSON.stringify(content)], 'receipt.json');
const work = new File(['the work'], 'week-1.zip');
const choose = (label: string, file: File) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } });
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Or the receipt number'), { target: { value } });
const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check' }));
const found = async () => {
  const section = await screen.findByRole('region', { name: 'Result' });
  return [...section.querySelectorAll('[role="note"]')].map((note) => note.textContent);
};

describe('what is missing', () => {
  it('nothing at all', () => {
    mockApi();
    render(<VerifyForm number="" />);
    check();
    expect(screen.getByRole('alert').textContent).toBe(
      'Please pick a receipt, or enter its number and pick the file.',
    );
    expect(screen.getByLabelText(signedFile).getAttribute('aria-invalid')).toBe('true');
    const first = screen.getByRole('alert');
    check();
    expect(screen.getByRole('alert'), 'said again').not.toBe(first);
  });

  it('a number without the file', () => {
    mockApi();
    render(<VerifyForm number={number} />);
    expect(screen.getByLabelText('Or the receipt number')).toHaveProperty('value', number);
    check();
    expect(screen.getByRole('alert').textContent).toBe(
      'Please also pick the file. We need both to check it.',
    );
  });

  it.each([
    ['no JSON', 'This file cannot be checked. Please pick the .json file.'],
    ['{}', 'This file cannot be checked: it has no number.'],
    ['{"number":"CAP-1","late":true,"late":false}', 'This file is not genuine: it has the same field twice.'],
  ])('a receipt that holds %j', async (text, message) => {
    mockApi();
    render(<VerifyForm number="" />);
    choose(signedFile, new File([text], 'a.json'));
    check();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
});

describe('the verdict', () => {
  it.each([
    ['genuine', 'The receipt is genuine', 'It is exactly the receipt that this portal issued.'],
    [
      'altered',
      'The receipt has been altered',
      'This portal issued a receipt with this number, but with other content.',
    ],
    ['unknown', 'The receipt is unknown', 'This portal has not issued a receipt with this number.'],
  ] as const)('of a receipt: %s', async (verdict, title, text) => {
    const api = mockApi();
    api.reply('verifyReceipt', { verdict });
    render(
      <ZoneContext value={{ name: 'Asia/Kolkata' }}>
        <VerifyForm number="" />
      </ZoneContext>,
    );
    choose(signedFile, receiptFile);
    check();
    const summary =
      verdict === 'genuine'
        ? 'Asha Kumari (asha@example.test) submitted week 1, version 2, on 10 Nov 2026, 9:35 am IST (4:05 am UTC where you are), with the file week-1.zip.'
        : '';
    expect(await found()).toEqual([`${title}${text}${summary}`]);
    expect(api.requests.map(({ body }) => body)).toEqual([content]);
    const result = () => screen.getByRole('region', { name: 'Result' });
    await waitFor(() => expect(document.activeElement).toBe(result()));
    screen.getByRole('button', { name: 'Check' }).focus();
    check();
    await waitFor(() => expect(document.activeElement, 'again').toBe(result()));
    expect(screen.getByText('The file was not checked. Pick it and check again.')).toBeTruthy();
  });

  it.each([
    ['genuine', 'The file is genuine'],
    ['altered', 'The file is a different one'],
    ['unknown', 'The file cannot be checked'],
  ] as const)('of a file: %s; only its hash is sent', async (verdict, title) => {
    const api = mockApi();
    api.reply('verifyReceipt', { verdict });
    render(<VerifyForm number="" />);
    type(' cap-7k3m-92qx-w4td-a8jh ');
    choose('The submitted file', work);
    check();
    expect((await found())[0]).toMatch(new RegExp(`^${title}`));
    const sha256 = createHash('sha256').update('the work').digest('hex');
    expect(api.requests.map(({ body }) => body)).toEqual([{ number, sha256 }]);
  });

  it.each([
    ['capstone-certificate', 'genuine', 'The certificate is genuine'],
    ['capstone-statement', 'revoked', 'The statement of marks was revoked'],
    ['capstone-sheet', 'not_genuine', 'The mark sheet is not genuine'],
    ['constructor', 'not_genuine', 'The document is not genuine'],
  ] as const)('of a signed document of type %s: %s', async (type, verdict, title) => {
    const api = mockApi();
    api.reply('verifyDocument', { verdict });
    render(<VerifyForm number="" />);
    const document = { type, format: 1, key: 'k', number: 'SHEET-1', fields: [], commitments: [] };
    choose(signedFile, new File([JSON.stringify(document)], 'sheet.json'));
    choose('The submitted file', work);
    check();
    const notes = await found();
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(new RegExp(`^${title}`));
    expect(api.requests.map(({ body }) => body)).toEqual([document]);
  });

  it('goes as soon as the input changes, so that it vouches for nothing else', async () => {
    mockApi().reply('verifyReceipt', { verdict: 'genuine' });
    render(<VerifyForm number="" />);
    choose(signedFile, receiptFile);
    check();
    await found();
    choose('The submitted file', work);
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });

  it('says why there is none', async () => {
    mockApi().cutOff('verifyReceipt');
    render(<VerifyForm number="" />);
    choose(signedFile, receiptFile);
    check();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The portal cannot be reached/);
  });
});
