import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';

/**
 * Changes that need no key, because a repetition does no harm as it is (docs/decisions/idempotency.md).
 */
const withoutKey = new Set([
  'logIn',
  'logOut',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'endSession',
  'withdrawEmail',
  'makeCalendarAddress',
  'removeCalendarAddress',
  // They say what is so now: who reads, who has something open.
  'readMark',
  'openSubmission',
  'closeSubmission',
  'setUpAdministrator',
  'putSetUpLogo',
  'beginUpload',
  'continueUpload',
  'cancelUpload',
  'verifyReceipt',
  'verifyDocument',
  // A code, a challenge and a secret in the making count once by themselves; what is shown once cannot be answered again.
  'sendLoginCode',
  'beginPasskeyLogin',
  'sendPasskeyLogin',
  'prove',
  'beginPasskeyProof',
  'provePasskey',
  'beginApp',
  'addApp',
  'beginPasskey',
  'addPasskey',
  'renameFactor',
  'removeFactor',
  'renewRecoveryCodes',
  'makeResetLink',
  'printSheetAgain',
  'settleSheet',
  // An invitation works once by itself; a spreadsheet that is picked again is tried beside the first, and a dry run changes nobody.
  'acceptInvitation',
  'openTypedInvitation',
  'joinByInvitation',
  'uploadImport',
  'checkImport',
  'correctImport',
  'checkMarks',
  'checkVivas',
  'previewMailWords',
  // Once there are courses, a repetition is refused.
  'loadSample',
  // Mail that is settled is not held any more.
  'settleHeldMail',
]);

/** What counts once by itself: a key is taken, and none is kept. */
const onceByItself = new Set([
  'viewQuestion',
  'readQuestion',
  'readNotices',
  'seeAnnouncement',
  'importCatalogue',
]);

test('every change of the wire takes an Idempotency-Key, and can answer that it belongs to another', () => {
  const reads = new Set(['GET', 'HEAD', 'OPTIONS']);
  const changes = Object.entries(endpoints).filter(([, { method }]) => !reads.has(method));
  const taking = changes.filter(([, endpoint]) => 'takesIdempotencyKey' in endpoint);
  expect(
    changes
      .filter((one) => !taking.includes(one))
      .map(([name]) => name)
      .toSorted(),
  ).toEqual([...withoutKey].toSorted());
  for (const [name, { answers }] of taking)
    if (!onceByItself.has(name)) expect(Object.keys(answers), name).toContain('409');
});
