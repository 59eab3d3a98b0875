import { useEffect, useEffectEvent, useState } from 'react';
import type { CallFailure } from '../../lib/call-error.ts';
import type { Act } from '../../lib/outbox/act.ts';
import { takeBack } from '../../lib/outbox/press.ts';
import { useClaimRefusal } from '../../lib/outbox/use-outbox.ts';

/**
 * Gives a refused text back to the box that it was typed into, if that is empty.
 * @returns why it was refused, until `forget`
 */
export function useReturnedAct(act: Act | undefined, isEmpty: boolean) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  useClaimRefusal(act);
  const isReturned = act?.state === 'refused' && act.failure?.current === undefined && isEmpty;
  const giveBack = useEffectEvent(() => {
    if (act === undefined) return;
    const { failure: reason } = act;
    void takeBack(act).then(() => setFailure(reason));
  });
  useEffect(() => {
    if (isReturned) giveBack();
  }, [isReturned]);
  return { failure, forget: () => setFailure(null), isReturned };
}
