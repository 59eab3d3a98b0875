import { batchTabAddress, type BatchTab } from '#contract/progress/batch-view';
import { tickedBatches } from '../features/notices/batch-boxes.tsx';
import { beganFields, removalBody } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import { refuseInvalid, type SignedInHandler } from '../lib/forms/form-action.ts';
import type { Fields } from '../lib/forms/form-fields.ts';
import { withNotices } from '../lib/screen-notices.ts';

/** The body of an edited announcement, for a server of a version before also with its older conditions. */
function editedBody(fields: Fields) {
  const changed = changedBody(fields, ({ text = '', until = '', day = '', publish_at = '' }) => ({
    text: text.trim(),
    until,
    day: day === '' ? null : day,
    ...(publish_at !== '' && { publish_at }),
  }));
  const { publish_at, ...body } = changed;
  // An unchanged time may have been changed by others.
  const isMoved = changed.began === undefined || 'publish_at' in changed.began;
  return {
    body: { ...body, original: beganFields(fields)?.['text'] ?? fields['original'] },
    time: isMoved && publish_at !== undefined ? { publish_at } : {},
  };
}

const redirectWithNotice = withNotices({
  'viva-time-given': 'The student has another time and is notified.',
  'extension-granted': 'The extension is granted. The student is notified.',
  'extension-declined': 'The request is declined. The student is notified.',
  announced: 'The announcement is published.',
  'announcement-planned': 'The announcement is planned.',
  'planned-saved': 'The planned announcement is saved.',
  'announcement-cancelled': 'The planned announcement is cancelled.',
  'announcement-edited': 'The announcement is saved. Students who had seen it are notified.',
  'announcement-withdrawn': 'The announcement is withdrawn.',
  'reports-settled': 'The reports are dismissed.',
});

/** The forms of all parts of a batch's page. */
export const submitForBatch: SignedInHandler = async (call, { fields, params }) => {
  const batch = params['batch'] ?? '';
  const {
    act: formName,
    text = '',
    until = '',
    announcement = '',
    'Idempotency-Key': idempotencyKey,
  } = fields;
  const done = (name: Parameters<typeof redirectWithNotice>[1], tab: BatchTab = 'announcements') =>
    redirectWithNotice(batchTabAddress(batch, tab), name);
  if (formName === 'dismiss-reports') {
    const { question = '', comment } = fields;
    const body = { ...(comment !== undefined && { comment }), ...removalBody(fields) };
    await call('dismissReports', { params: { s_id: batch, id: question }, body, idempotencyKey });
    return done('reports-settled', 'requests');
  }
  if (formName === 'answer-extension') {
    const { s_id = '', request = '', words = '' } = fields;
    const isDeclined = fields['answer'] === 'declined';
    const given = isDeclined ? ({ answer: 'declined' } as const) : ({ answer: 'granted', until } as const);
    const answer = { params: { s_id, request }, body: { ...given, words }, idempotencyKey };
    await call('answerExtension', answer);
    const granted = until.includes('T') ? 'viva-time-given' : 'extension-granted';
    return done(isDeclined ? 'extension-declined' : granted, 'requests');
  }
  if (formName === 'comment-first') {
    const body = { comment_first: fields['comment_first'] === 'yes' };
    await call('setCommentFirst', { params: { batch }, body, idempotencyKey });
    return redirectWithNotice(batchTabAddress(batch, 'settings'), null);
  }
  const of = { params: { batch, id: announcement }, idempotencyKey };
  if (formName === 'withdraw-announcement') {
    await call('withdrawAnnouncement', { ...of, body: removalBody(fields) });
    return done('announcement-withdrawn');
  }
  if (formName === 'cancel-announcement') {
    await call('cancelAnnouncement', { ...of, body: removalBody(fields) });
    return done('announcement-cancelled');
  }
  if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The announcement is empty' });
  if (formName === 'edit-planned') {
    const { body, time } = editedBody(fields);
    await call('editPlannedAnnouncement', { ...of, body: { ...body, ...time } });
    return done('planned-saved');
  }
  if (formName === 'edit-announcement') {
    await call('editAnnouncement', { ...of, body: editedBody(fields).body });
    return done('announcement-edited');
  }
  const { day = '', publish_at = '' } = fields;
  const words = { text: text.trim(), until, ...(day !== '' && { day }) };
  const time = publish_at === '' ? {} : { publish_at };
  const others = tickedBatches(fields);
  if (others.length > 0) {
    const body = { batches: [batch, ...others], ...words, ...time };
    await call('announceToBatches', { body, idempotencyKey });
  } else if (publish_at === '') await call('publishAnnouncement', { ...of, body: words });
  else await call('planAnnouncement', { ...of, body: { ...words, publish_at } });
  return done(publish_at === '' ? 'announced' : 'announcement-planned');
};
