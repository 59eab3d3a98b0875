import { redirect } from 'react-router';
import { normalizeEmail } from '#contract/limits';
import type { CurrentUser } from '#contract/accounts';
import { noticeAddress, type NoticeName } from '../features/accounts/navigation-notice.ts';
import { checks, profileOf } from '../features/accounts/own-account-checks.ts';
import type { Call } from '../lib/client.ts';
import { refuseInvalid } from '../lib/form-action.ts';
import type { Fields } from '../lib/form-fields.ts';

type Posted = { fields: Fields; role: CurrentUser['role']; idempotencyKey: string | undefined };
type Act = (call: Call, posted: Posted) => Promise<NoticeName>;

/** What the forms of the account's screen do when they are posted without their script, by their `act`. */
const acts: Readonly<Record<string, Act>> = {
  async 'send-confirmation'(call, { idempotencyKey }) {
    await call('sendConfirmation', { idempotencyKey });
    return 'confirmation-sent';
  },
  async profile(call, { fields, role, idempotencyKey }) {
    refuseInvalid(checks.profile(role)(fields)[0] ?? null);
    await call('changeProfile', { body: profileOf(fields), idempotencyKey });
    return 'profile-saved';
  },
  async email(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.email(fields)[0] ?? null);
    const { email = '', current_password = '' } = fields;
    const body = { email: normalizeEmail(email), current_password };
    await call('changeEmail', { body, idempotencyKey });
    return 'new-email-sent';
  },
  async password(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.password(fields)[0] ?? null);
    const { password = '', current_password = '' } = fields;
    const { advice } = await call('changePassword', { body: { password, current_password }, idempotencyKey });
    return advice === null ? 'password-changed' : 'password-changed-advised';
  },
  async 'end-session'(call, { fields }) {
    await call('endSession', { params: { id: fields['session'] ?? '' } });
    return 'session-ended';
  },
  async 'end-sessions'(call, { idempotencyKey }) {
    await call('endOtherSessions', { idempotencyKey });
    return 'sessions-ended';
  },
  async 'ask-deletion'(call, { fields, idempotencyKey }) {
    refuseInvalid(checks.deletion(fields)[0] ?? null);
    const { current_password = '' } = fields;
    await call('askDeletion', { body: { current_password }, idempotencyKey });
    return 'deletion-asked';
  },
  async 'withdraw-deletion'(call, { idempotencyKey }) {
    await call('withdrawDeletion', { idempotencyKey });
    return 'deletion-withdrawn';
  },
};

/** Does what a posted form of the account's screen asks for, and leads back to it; null for a form that names no act. */
export async function doAct(call: Call, fields: Fields, role: CurrentUser['role']): Promise<Response | null> {
  const act = acts[fields['act'] ?? ''];
  if (act === undefined) return null;
  const notice = await act(call, { fields, role, idempotencyKey: fields['Idempotency-Key'] });
  return redirect(noticeAddress('/account', notice), 303);
}
