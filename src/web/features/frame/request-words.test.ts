import { expect, test } from 'vitest';
import { receipt } from '#support/contract-fixtures';
import { aSubmission, aRequest } from '#support/outbox-fixtures';
import { nameRequest, tellSent } from './request-words.ts';

test('names what was refused', () => {
  expect(nameRequest(aSubmission())).toBe('Your week 2 submission');
  expect(nameRequest(aRequest())).toBe('Your comment');
  const mark = aRequest({
    call: 'markSubmission',
    label: { task: 'week-1', name: 'Asha Kumari', to: '/staff' },
  });
  expect(nameRequest(mark)).toBe('Your mark for Asha Kumari, Week 1,');
  expect(nameRequest(aRequest({ call: 'selectProject' as never }))).toBe('Your request');
});

test('tells what went, and where it is', () => {
  const answer = { message: '', receipt: receipt({ task: 'week-2', number: 'CAP-AAAA' }) };
  expect(tellSent(aSubmission({ answer }))).toEqual({
    text: 'Submitted: week 2.',
    link: 'Receipt CAP-AAAA',
    to: '/WeeklySubmission?receipt=CAP-AAAA',
  });
  expect(tellSent(aRequest())).toEqual({
    text: 'Your comment was posted.',
    link: 'See it',
    to: '/discussion/MERN-2026-11/7',
  });
});
