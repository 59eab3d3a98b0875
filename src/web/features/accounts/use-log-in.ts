import { useEffect, useRef, useState } from 'react';
import type { CurrentUser, SecondStep } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { call, CallError } from '../../lib/calls/client.ts';
import { sendAgain } from '../../lib/calls/send-again.ts';
import { rememberSession } from '../../lib/session/session.ts';

/** Busy server (many logins at once), or a load balancer without one. */
const mayPass = ({ status }: CallError) => status === 502 || status === 503 || status === 504;

/** Logs in, and retries while the server is busy, after its `Retry-After` at the earliest. */
export function useLogIn() {
  const [isWaiting, setWaiting] = useState(false);
  const sending = useRef<AbortController>(undefined);
  useEffect(() => () => sending.current?.abort(), []);
  return {
    isWaiting,
    /** Stops retrying: the last attempt counts as failed. */
    stop: () => sending.current?.abort(),
    /**
     * @returns the user, or the options of the second step
     * @throws CallError when refused, and when the server stays busy
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
