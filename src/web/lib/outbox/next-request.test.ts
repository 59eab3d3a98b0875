import { describe, expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { aSubmission, aRequest } from '#support/outbox-fixtures';
import type { QueuedRequest } from './queued-request.ts';
import { nextRequest, withReasons } from './next-request.ts';

const now = 1_000;
const never = 0;
const failure = (
  status: number,
  code = 'failed',
  retryAfter: number | null = null,
): Partial<QueuedRequest> => ({
  tries: 1,
  triedAt: now - 10,
  notBefore: now + 500,
  failure: { status, code, message: 'Out of order.', retryAfter },
});
const offline = failure(0, 'offline');
const question = (id: string) => ({ subject: `question ${id}`, params: { s_id: 'a', id } });

test('the oldest that waits goes first, and nothing where nothing waits', () => {
  const [first, second] = [aRequest(), aRequest(question('8'))];
  expect(nextRequest([first, second], 'texts', now, never)).toEqual({ request: first });
  expect(nextRequest([{ ...first, state: 'done' }, second], 'texts', now, never)).toEqual({
    request: second,
  });
  expect(nextRequest([{ ...first, state: 'refused' }], 'texts', now, never)).toBeNull();
  expect(nextRequest([], 'texts', now, never)).toBeNull();
});

test('a submission does not hold up a comment, nor the other way round', () => {
  const [submission, comment] = [aSubmission(), aRequest()];
  expect(nextRequest([submission, comment], 'texts', now, never)).toEqual({ request: comment });
  expect(nextRequest([comment, submission], 'hand-ins', now, never)).toEqual({ request: submission });
});

test.each([
  ['there is no network', offline],
  ['a balancer says 502', failure(502, 'unreadable')],
  ['the portal is busy', failure(503)],
  ['too much was sent', failure(429)],
  ['its first attempt is still at work', failure(409, 'conflict', 1)],
])('while %s, nothing overtakes what was pressed first', (_, away) => {
  const requests = [aRequest(away), aRequest(question('8'))];
  expect(nextRequest(requests, 'texts', now, never)).toEqual({ dueAt: now + 500 });
  expect(nextRequest(requests, 'texts', now + 500, never)).toEqual({ request: requests[0] });
});

test.each([
  ['there is no network', offline],
  ['nobody is logged in', failure(401, 'signed_out')],
])(
  'while %s, what was never tried has the same reason; another lane, and what failed alone, do not',
  (_, of) => {
    const untried = { ...aRequest(question('8')), failure: null };
    const requests = [aRequest(failure(500)), aRequest(of), untried, { ...aSubmission(), failure: null }];
    expect(withReasons(requests)).toEqual([
      requests[0],
      requests[1],
      { ...untried, failure: of.failure },
      requests[3],
    ]);
    expect(withReasons([aRequest(failure(500)), untried]).at(-1)).toBe(untried);
    const behind = { ...aSubmission(), failure: null };
    expect(withReasons([aSubmission(of), behind]).at(-1), 'the first may be arriving again').toBe(behind);
  },
);

test('what fails alone lets others by, but none that depends on it', () => {
  const faulty = aRequest(failure(500));
  const [same, other] = [aRequest(), aRequest(question('8'))];
  expect(nextRequest([faulty, same, other], 'texts', now, never)).toEqual({ request: other });
  expect(nextRequest([faulty, same], 'texts', now, never)).toEqual({ dueAt: now + 500 });
});

describe('what is refused or paused', () => {
  const edit = { call: 'editQuestion', body: { questionText: 'New' } } as const;
  test.each(['refused', 'paused'] as const)('%s: what depends on it stays, the rest goes', (state) => {
    const refused = aRequest({ ...edit, state });
    const [again, remove] = [aRequest(edit), aRequest({ call: 'deleteQuestion', body: null })];
    const [comment, favorite] = [aRequest(), aRequest({ call: 'favoriteQuestion', body: null })];
    expect(nextRequest([refused, again, remove], 'texts', now, never)).toBeNull();
    expect(nextRequest([refused, comment], 'texts', now, never)).toEqual({ request: comment });
    expect(nextRequest([refused, favorite], 'texts', now, never)).toEqual({ request: favorite });
  });

  test('a refused submission of the same task holds up none', () => {
    const [refused, again] = [aSubmission({ state: 'refused' }), aSubmission()];
    expect(nextRequest([refused, again], 'hand-ins', now, never)).toEqual({ request: again });
  });

  test('two new questions have nothing to do with each other', () => {
    const ask = { call: 'askQuestion', subject: 'forum a' } as const;
    const [first, second] = [aRequest({ ...ask, state: 'refused' }), aRequest(ask)];
    expect(nextRequest([first, second], 'texts', now, never)).toEqual({ request: second });
  });
});

describe('woken', () => {
  test('what was tried before is tried again at once, and what has failed since is not', () => {
    const waiting = aRequest(offline);
    expect(nextRequest([waiting], 'texts', now, now)).toEqual({ request: waiting });
    expect(nextRequest([waiting], 'texts', now, waiting.triedAt - 1)).toEqual({ dueAt: now + 500 });
  });

  test('an attempt in the future, before the clock was set back, is tried again', () => {
    const ahead = aRequest({ ...offline, triedAt: now + dayMs, notBefore: now + dayMs + 500 });
    expect(nextRequest([ahead], 'texts', now, now)).toEqual({ request: ahead });
    expect(nextRequest([ahead], 'texts', now, never)).toEqual({ dueAt: now + dayMs + 500 });
  });

  test('a portal that asks to wait is not asked earlier', () => {
    expect(nextRequest([aRequest(failure(503, 'unavailable', 5))], 'texts', now, now)).toEqual({
      dueAt: now + 500,
    });
  });
});
