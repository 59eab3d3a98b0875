import { useEffect, useEffectEvent, useState } from 'react';
import type { CallFailure } from '../calls/call-error.ts';
import type { Act } from './act.ts';
import { takeBack } from './press.ts';
import { useClaimRefusal } from './use-outbox.ts';

/**
 * Makes a refused act a draft again, in the form that shows it. What others have changed meanwhile stays where it is: its
 * owner chooses.
 * @param canReturn whether the form has room for it just now
 * @returns why it was refused, and `setFailure`, which ends or replaces that
 */
export function useReturnedAct(act: Act | undefined, canReturn = true) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useClaimRefusal(act);
  const isReturned = act?.state === 'refused' && act.failure?.current === undefined && canReturn;
  const giveBack = useEffectEvent(() => {
    if (act === undefined) return;
    const { failure: reason } = act;
    void takeBack(act).then(() => setFailure(reason));
  });
  useEffect(() => {
    if (isReturned) giveBack();
  }, [isReturned]);
  return { isReturned, failure, setFailure };
}
