import { expect, test } from 'vitest';
import { parseS3Address, redactSecret } from './s3-address.ts';

test('an address holds where the bucket is and how to reach it', () => {
  expect(
    parseS3Address('s3://KEY:a%2Fb%2Bc@files.example.org:9000/hand-ins/portal/2026/?region=eu-1&tls=0'),
  ).toEqual({
    endpoint: 'http://files.example.org:9000',
    region: 'eu-1',
    bucket: 'hand-ins',
    prefix: 'portal/2026/',
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b+c' },
  });
});

test('all but host and bucket may be left out', () => {
  expect(parseS3Address('s3://s3.eu-west-1.amazonaws.com/hand-ins')).toEqual({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    region: null,
    bucket: 'hand-ins',
    prefix: '',
    credentials: null,
  });
});

test.each([
  'hand-ins',
  'https://host/hand-ins',
  's3:///hand-ins',
  's3://hand-ins',
  's3://host/',
  's3://host/Hand_Ins',
  's3://host/hand-ins/..%2Fother',
  's3://host/hand-ins/a b',
  's3://host/hand-ins//twice',
  's3://KEY@host/hand-ins',
  's3://:SECRET@host/hand-ins',
  's3://KEY:%zz@host/hand-ins',
  's3://host/hand-ins?tls=no',
  's3://host/hand-ins?region=',
  's3://host/hand-ins?tls=0&tls=1',
  's3://host/hand-ins?acl=public',
  's3://host/hand-ins#part',
  's3://host:99999/hand-ins',
])('%s is none', (value) => {
  expect(parseS3Address(value)).toBeNull();
});

test.each([
  ['s3://KEY:SECRET@host/Bucket?tls=2', 's3://***@host/Bucket?tls=2'],
  ['s3://KEY:SEC/RET@here@host/Bucket', 's3://***@host/Bucket'],
  ['KEY:SECRET@host/bucket', '***@host/bucket'],
  ['s3://KEY:SECRET/host/bucket', 's3://KEY:***/host/bucket'],
  ['s3://host:9000/Bucket', 's3://host:9000/Bucket'],
  ['s3://host/bucket?region=x&secret=SECRET', 's3://host/bucket?region=x&secret=***'],
])('%s is shown as %s', (value, shown) => {
  expect(redactSecret(value)).toBe(shown);
});
