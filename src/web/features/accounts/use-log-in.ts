import { useEffect, useRef, useState } from 'react';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { call, CallError } from '../../lib/calls/client.ts';
import { sendAgain } from '../../lib/calls/send-again.ts';
import { rememberSession } from '../../lib/session/session.ts';

/** A portal that is busy, as when a whole class logs in at once, or a balancer that finds none. */
const mayPass = ({ status }: CallError) => status === 502 || status === 503 || status === 504;

/** Logs in, and tries again by itself, no earlier than the portal asks, while that is busy. */
export function useLogIn() {
  const [isWaiting, setWaiting] = useState(false);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  return {
    isWaiting,
    /** Ends the waiting: what was sent last counts as failed. */
    stop: () => sending.current?.abort(),
    /**
     * @returns who has logged in, or what the second step may be taken with
     * @throws CallError when the login is refused, and when the portal stays busy
     */
    async logIn(body: { email: string; password: string }): Promise<CurrentUser | SecondStep> {
      const { signal } = (sending.current = new AbortController());
      const attempt = () => call('logIn', { body });
      const answer = await sendAgain(attempt, { signal, mayPass, onWait: () => setWaiting(true) }).finally(
        () => setWaiting(false),
      );
      if (answer.message === messages.secondStepNeeded) return answer.second_step;
      if (answer.message !== messages.loginSuccessful)
        throw new CallError(401, 'refused', (answer as { message: string }).message);
      rememberSession(answer.student);
      return answer.student;
    },
  };
}
