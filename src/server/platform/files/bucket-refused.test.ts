import { expect, test } from 'vitest';
import { adviceOnRefusal, BucketRefused, describeRefusal } from './bucket-refused.ts';

const answer = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error('UnknownError'), { name, $metadata: { httpStatusCode } });

test.each([
  ['AccessDenied', 403, 'the bucket answers 403 AccessDenied', 'key of STORAGE_URL'],
  ['UnknownError', 403, 'the bucket answers 403', 'key of STORAGE_URL'],
  ['RequestTimeTooSkewed', 403, 'the bucket answers 403 RequestTimeTooSkewed', 'NTP'],
  ['PermanentRedirect', 301, 'the bucket answers 301 PermanentRedirect', 'another region'],
  ['AuthorizationHeaderMalformed', 400, 'the bucket answers 400 AuthorizationHeaderMalformed', 'region'],
  ['NoSuchBucket', 404, 'the bucket answers 404 NoSuchBucket', 'exists'],
  ['SlowDown', 503, 'the bucket answers 503 SlowDown', 'log and status'],
])('%s (%i) is told as it is, with what to do', (name, status, words, advice) => {
  const told = describeRefusal(answer(name, status)) as BucketRefused;
  expect(told.message).toBe(words);
  expect(adviceOnRefusal(told)).toContain(advice);
});

test('without an answer it stays what it is', () => {
  for (const error of [answer('TimeoutError'), new Error('connect ECONNREFUSED')])
    expect(describeRefusal(error)).toBe(error);
});
