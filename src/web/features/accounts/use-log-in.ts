import type { CurrentUser, SecondStep } from '#contract/accounts';
import { messages } from '#contract/messages';
import { call, CallError } from '../../lib/client.ts';
import { rememberSession } from '../../lib/session.ts';
import { useSend } from '../../lib/use-send.ts';

/** A portal that is busy, as when a whole class logs in at once, or a balancer that finds none. */
const isBusy = ({ status }: CallError) => status === 502 || status === 503 || status === 504;

/** Logs in, and tries again by itself, no earlier than the portal asks, while that is busy. */
export function useLogIn() {
  const { send, waiting, stop } = useSend(isBusy);
  return {
    isWaiting: waiting !== null,
    stop,
    /**
     * @returns who has logged in, or what the second step may be taken with
     * @throws CallError when the login is refused, and when the portal stays busy
     */
    async logIn(body: { email: string; password: string }): Promise<CurrentUser | SecondStep> {
      const answer = await send(() => call('logIn', { body }));
      if (answer.message === messages.secondStepNeeded) return answer.second_step;
      if (answer.message !== messages.loginSuccessful)
        throw new CallError(401, 'refused', (answer as { message: string }).message);
      rememberSession(answer.student);
      return answer.student;
    },
  };
}
