import { redirect } from 'react-router';
import type { Task } from '#contract/dates';
import { bulkActions, personAddress } from '#contract/people/people-view';
import { studentAddress } from '#contract/progress/batch-view';
import { reviewActionOf, reviewActions, reviewNotices } from '../features/marking/review-actions.ts';
import { loadReviewActions } from '../features/marking/review-form.tsx';
import { readGuardian } from '../features/accounts/own-account/guardian-fields.tsx';
import { readDetails } from '../features/people/correct-details.tsx';
import { holdNotices, readHold } from '../features/privacy/hold-form.tsx';
import { readStaffFields } from '../features/people/staff-fields.tsx';
import { readExtension, readStart } from '../features/progress/student-time.tsx';
import { beganFields, removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import { refuseInvalid, type SignedInHandler } from '../lib/forms/form-action.ts';
import { withNotices } from '../lib/screen-notices.ts';

export const tabNames = {
  work: 'Work',
  time: 'Dates',
  notes: 'Notes',
  account: 'Account',
} as const;
export type Tab = keyof typeof tabNames;

/**
 * A person has two addresses: the one of a student opens at the work, for mentors too; the office's at the account.
 */
export type Address = { first: 'work' | 'account'; addressOf: (s_id: string) => string };
export const atWork: Address = { first: 'work', addressOf: studentAddress };
export const atAccount: Address = { first: 'account', addressOf: personAddress };

export const tabAddress = ({ first, addressOf }: Address, s_id: string, tab: Tab) =>
  addressOf(s_id) + (tab === first ? '' : `?tab=${tab}`);

const redirectWithNotice = withNotices({
  ...reviewNotices,
  ...holdNotices,
  'person-confirm': 'The email is confirmed.',
  'person-place': 'The student now has a batch and is notified.',
  'person-choose-project': 'The project is chosen. The student is notified.',
  'person-suspend': 'The account is suspended. Nobody can log in to it.',
  'person-bring-back': 'The account is active again. The person is notified.',
  'person-sign-out': 'The account is logged out everywhere.',
  'person-send-reset': 'We have sent a link. It works once, within seven days.',
  'person-profile': 'Saved. The person is notified of a new name or phone.',
  'person-address':
    'The email is corrected. We send a message to it, and to the old one if that was confirmed.',
  'person-guardian': 'The guardian is confirmed.',
  'person-guardian-removed': 'The guardian is removed.',
  'person-role': 'The role is changed.',
  'examiner-removed': 'The examiner is removed.',
  'person-off-batch': 'The mentor is taken off the batch.',
  'person-anonymised': 'The person is anonymised.',
  'more-time': 'The student has an extension and is notified.',
  'start-corrected': 'The start is corrected. The student is notified.',
  'choice-undone': 'The choice is undone. The student can choose again and is notified.',
  'note-added': 'The note is added.',
  'note-deleted': 'The note is deleted.',
});

export const changePerson =
  (at: Address): SignedInHandler =>
  async (call, { fields, params }) => {
    const s_id = params['s_id'] ?? '';
    const { act: formName, id = '', note = '', text = '', p_id = '' } = fields;
    const { batch, reason = '', address = '' } = fields;
    const { 'Idempotency-Key': idempotencyKey } = fields;
    const of = { params: { s_id }, idempotencyKey };
    const done = (notice: Parameters<typeof redirectWithNotice>[1], tab: Tab = 'account') =>
      redirectWithNotice(tabAddress(at, s_id, tab), notice);
    const review = reviewActionOf(fields);
    if (review !== null) {
      const { submitReview } = await loadReviewActions();
      await submitReview(call, fields);
      return done(reviewActions[review], 'work');
    }
    switch (formName) {
      case 'add-note':
        if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The note is empty' });
        await call('addStaffNote', { ...of, body: { text: text.trim() } });
        return done('note-added', 'notes');
      case 'delete-note':
        await call('deleteStaffNote', { params: { s_id, note }, idempotencyKey });
        return done('note-deleted', 'notes');
      case 'open-review': {
        const { number, task } = fields;
        const opened = { idempotencyKey, body: { reason } };
        if (number === undefined)
          await call('openRecordReview', { params: { s_id, task: task as Task }, ...opened });
        else await call('openReview', { params: { id: number }, ...opened });
        return done('review-opened', 'work');
      }
      case 'extend':
        await call('extendDueDate', { ...of, body: readExtension(fields) });
        return done('more-time', 'time');
      case 'start':
        await call('correctStart', { ...of, body: readStart(fields) });
        return done('start-corrected', 'time');
      case 'undo':
        await call('undoSelection', { ...of, body: { p_id, reason, ...removalBody(fields) } });
        return done('choice-undone', 'time');
      case 'profile':
        await call('correctProfile', { ...of, body: readDetails(fields) });
        return done('person-profile');
      case 'role':
        await call('changeStaffMember', { ...of, body: changedBody(fields, readStaffFields) });
        return done('person-role');
      case 'take-off': {
        const off = { params: { s_id, batch: batch ?? '' }, idempotencyKey };
        await call('takeOffBatch', { ...off, body: removalBody(fields) });
        return done('person-off-batch');
      }
      case 'remove-examiner':
        await call('removeExaminer', { ...of, body: removalBody(fields) });
        return done('examiner-removed');
      case 'address': {
        // Nothing leads from a former email that was still to be confirmed.
        const body = changedBody(fields, ({ email = '' }) => ({ email }));
        const after = await call('correctAddress', { ...of, body: { ...body, reason } });
        const corrected = tabAddress(at, after.s_id, 'account');
        return redirectWithNotice(corrected, 'person-address', { replaces: true });
      }
      case 'guardian':
        await call('confirmGuardian', { ...of, body: changedBody(fields, readGuardian) });
        return done('person-guardian');
      case 'guardian-remove':
        await call('removeGuardian', { ...of, body: removalBody(fields) });
        return done('person-guardian-removed');
      case 'hold':
        await call('holdPerson', { ...of, body: changedBody(fields, readHold) });
        return done('hold-saved');
      case 'hold-remove':
        await call('removePersonHold', { ...of, body: removalBody(fields) });
        return done('hold-removed');
      case 'anonymise': {
        const after = await call('anonymisePerson', { ...of, body: { address, reason } });
        return redirectWithNotice(personAddress(after.s_id), 'person-anonymised', { replaces: true });
      }
    }
    const known = bulkActions.find((one) => one === formName);
    if (known === undefined) return redirect(at.addressOf(s_id), 303);
    const body = {
      act: known,
      ids: [id],
      ...(batch !== undefined && { batch }),
      ...(known === 'choose-project' && p_id !== '' && { p_id }),
      ...(fields['reason'] !== undefined && { reason }),
      began: beganFields(fields) ?? undefined,
    };
    await call('actOnPeople', { body, idempotencyKey });
    return done(`person-${known}`);
  };
