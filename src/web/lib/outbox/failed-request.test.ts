import { describe, expect, test } from 'vitest';
import { aSubmission, aRequest } from '#support/outbox-fixtures';
import { CallError, offlineError } from '../calls/call-error.ts';
import { judgeFailure } from './failed-request.ts';

const minute = 60_000;
const error = (status: number, code = 'failed', retryAfter: number | null = null, current?: unknown) =>
  new CallError(status, code, 'Words of the server.', retryAfter, current);

test.each([
  ['no network', offlineError()],
  ['500', error(500)],
  ['502 of a balancer', error(502, 'unreadable')],
  ['503', error(503)],
  ['504', error(504, 'unreadable')],
  ['429', error(429)],
  ['408 of a line that is too slow', error(408, 'too_slow')],
  ['the login page of a network', error(200, 'unreadable')],
  ['a proxy that forbids', error(403, 'unreadable')],
  ['409 while the first one runs', error(409, 'conflict', 3)],
])('%s passes: it waits', (_, failure) => {
  const verdict = judgeFailure(aRequest(), failure, 1);
  expect(verdict).toMatchObject({ is: 'waiting', failure: { status: failure.status } });
});

test.each([
  ['400', error(400, 'bad_request')],
  ['403', error(403, 'forbidden')],
  ['404', error(404, 'not_found')],
  ['409', error(409, 'conflict')],
  ['413 of a balancer', error(413, 'unreadable')],
  ['a file that is gone', error(0, 'file_gone')],
  ['what is no call at all', new Error('broken')],
])('%s is refused, in its words', (_, failure) => {
  const words = failure instanceof CallError ? failure.message : 'Something went wrong. Please try again.';
  expect(judgeFailure(aRequest(), failure, 1)).toMatchObject({ is: 'refused', failure: { message: words } });
});

test('an ended session waits for a login; a stop is no failure', () => {
  expect(judgeFailure(aRequest(), error(401, 'signed_out'), 1).is).toBe('signed-out');
  expect(judgeFailure(aRequest(), error(0, 'cancelled'), 1)).toEqual({ is: 'stopped' });
});

describe('the rhythm', () => {
  const delay = (tries: number, failure = offlineError()) => {
    const verdict = judgeFailure(aRequest(), failure, tries);
    return verdict.is === 'waiting' ? verdict.delayMs : NaN;
  };

  test('grows to half a minute, and after some ten minutes to five minutes', () => {
    expect(delay(1)).toBeGreaterThanOrEqual(2_000);
    expect(delay(1)).toBeLessThanOrEqual(2_500);
    expect(delay(10)).toBeGreaterThanOrEqual(30_000);
    expect(delay(24)).toBeLessThanOrEqual(37_500);
    expect(delay(25)).toBe(5 * minute);
  });

  test('is never quicker than the server asks', () => {
    expect(delay(1, error(503, 'unavailable', 20))).toBeGreaterThanOrEqual(20_000);
  });
});

describe('done already, by an attempt whose answer was lost', () => {
  test('a deletion that finds nothing when it is repeated, and not the first time', () => {
    const deletion = aRequest({ call: 'deleteQuestion', body: null });
    expect(judgeFailure(deletion, error(404, 'not_found'), 2)).toEqual({ is: 'done' });
    expect(judgeFailure(deletion, error(404, 'not_found'), 1).is).toBe('refused');
  });

  test('an edit and a mark that stand there as they were sent', () => {
    const edit = aRequest({ call: 'editQuestion', body: { questionText: 'New', originalText: 'Old' } });
    const conflict = (current: unknown) => error(409, 'conflict', null, current);
    expect(judgeFailure(edit, conflict({ text: 'New' }), 2)).toEqual({ is: 'done' });
    expect(judgeFailure(edit, conflict({ text: 'Other' }), 2)).toMatchObject({
      is: 'refused',
      failure: { current: { text: 'Other' } },
    });
    const body = { marks: 82, comments: 'Good.', released: true };
    const mark = aRequest({ call: 'markSubmission', body: { ...body, original: null } });
    expect(judgeFailure(mark, conflict({ ...body, marked_by: 'Me' }), 2)).toEqual({ is: 'done' });
    for (const other of [{ marks: 70 }, { comments: 'Else.' }, { released: false }])
      expect(judgeFailure(mark, conflict({ ...body, ...other }), 2).is).toBe('refused');
  });

  const given = (...ids: string[]) => ({
    lines: ids.map((id) => ({ id, text: `Line ${id}` })),
    reason: null,
  });
  test.each([
    ['the same lines', { lines: ['2', '1'], reason: null }, given('1', '2'), 'done'],
    ['another line', { lines: ['2'], reason: null }, given('1'), 'refused'],
    ['another reason', { lines: ['1'], reason: 'Late.' }, given('1'), 'refused'],
    ['no line', { lines: [], reason: null }, undefined, 'done'],
    ['no line, where one is ticked', { lines: [], reason: null }, given('1'), 'refused'],
    ['nothing, which leaves the lines', undefined, given('1'), 'done'],
  ] as const)('a mark by %s of the rubric', (_, rubric, current, is) => {
    const body = { marks: 82, comments: 'Good.', released: true };
    const mark = aRequest({
      call: 'markSubmission',
      body: { ...body, ...(rubric && { rubric }), original: null },
    });
    const stored = { ...body, ...(current && { rubric: current }) };
    expect(judgeFailure(mark, error(409, 'conflict', null, stored), 2).is).toBe(is);
  });

  test.each([
    ['a conflict with nothing', aRequest({ call: 'editQuestion', body: { questionText: 'New' } }), null],
    ['a conflict of what has no content', aRequest({ call: 'deleteQuestion', body: null }), { text: 'New' }],
    ['a conflict of a comment, which sets nothing', aRequest(), { text: 'New' }],
  ])('not %s', (_, request, current) => {
    expect(judgeFailure(request, error(409, 'conflict', null, current), 2).is).toBe('refused');
  });
});

describe('a file', () => {
  const lost = error(404, 'no_upload');

  test('goes with the form, at once, where no upload in parts works', () => {
    expect(judgeFailure(aSubmission(), error(0, 'not_resumable'), 1)).toMatchObject({
      is: 'waiting',
      change: { isPlain: true },
      delayMs: 0,
    });
  });

  test('goes with the form after the third loss of its upload', () => {
    expect(judgeFailure(aSubmission({ lostUploads: 1 }), lost, 2)).toMatchObject({
      change: { lostUploads: 2, isPlain: false },
    });
    expect(judgeFailure(aSubmission({ lostUploads: 2 }), lost, 3)).toMatchObject({
      change: { isPlain: true },
    });
  });
});
