import { redirect } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { batchKey } from '#contract/limits';
import { messages } from '#contract/messages';
import { forumAddress, questionAddress, privateAddress } from '#contract/forum/question-view';
import { CallError } from '../lib/calls/call-error.ts';
import { signedInAction } from '../lib/forms/form-action.ts';

/** The `s_id` for calls: a student's own email, whatever the address says; for staff the batch's name. */
export const discussionOwner = (user: CurrentUser, batch: string): string =>
  user.role === 'student' ? user.account : batch;

/** The owner, for a form: a student's call uses the own batch, so only that batch's screen has the form. */
export function formOwner(user: CurrentUser, batch: string): string {
  if (user.role === 'student' && user.batch !== null && batchKey(user.batch) !== batchKey(batch))
    throw new CallError(403, 'forbidden', messages.forbidden);
  return discussionOwner(user, batch);
}

/**
 * The `action` of the forum and of question pages: edits, comments or asks; text that is empty after trimming
 * is ignored. Redirects to the post, also without script.
 */
export const discussionAction = signedInAction(async (call, { user, params, fields }) => {
  const batch = params['batch'] ?? '';
  const { question = '', answer = '', questionId: id, editId, originalText } = fields;
  const idempotencyKey = fields['Idempotency-Key'];
  const s_id = formOwner(user, batch);
  const toForum = (hash = '') => redirect(forumAddress(batch) + hash, 303);
  const toQuestion = (one: string) => redirect(questionAddress(batch, one), 303);
  const back = () => (params['id'] === undefined ? toForum() : toQuestion(params['id']));
  if (id !== undefined) {
    if (answer.trim() === '') return back();
    await call('answerQuestion', {
      params: { s_id, id },
      body: { answer, format: 'markdown' },
      idempotencyKey,
    });
    return toQuestion(id);
  }
  if (editId !== undefined) {
    if (question.trim() === '') return toQuestion(editId);
    const body = { questionText: question, ...(originalText !== undefined && { originalText }) };
    await call('editQuestion', { params: { s_id, id: editId }, body });
    return toQuestion(editId);
  }
  if (question.trim() === '') return back();
  if (fields['to'] === 'mentors') {
    const body = { text: question, format: 'markdown' as const };
    const { questions } = await call('sendPrivate', { params: { s_id }, body, idempotencyKey });
    return redirect(privateAddress(batch, questions[0]?._id), 303);
  }
  const { questions } = await call('askQuestion', {
    params: { s_id },
    body: { question, format: 'markdown', ...(fields['anonymous'] !== undefined && { anonymous: true }) },
    idempotencyKey,
  });
  const asked = questions.at(-1)?._id;
  return toForum(asked === undefined ? '' : `#question-${asked}`);
});
