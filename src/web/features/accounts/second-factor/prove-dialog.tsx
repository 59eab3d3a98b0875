import { useEffect, useState } from 'react';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { call } from '../../../lib/calls/client.ts';
import { loadPart } from '../../../lib/calls/load-part.ts';
import { setProofPrompt } from '../../../lib/session/reauth-prompt.ts';
import type * as Proof from './proof-form.tsx';

type Prompt = typeof Proof & { account: OwnAccount; resolve: (isProven: boolean) => void };

const loadForm = () => loadPart(() => import('./proof-form.tsx'));

/** Confirms the user before an irreversible action, then continues the interrupted call. */
export function ProveDialog() {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  useEffect(
    () =>
      setProofPrompt(async () => {
        const [account, form] = await Promise.all([call('readOwnAccount'), loadForm()]);
        return new Promise<boolean>((resolve) => setPrompt({ ...form, account, resolve }));
      }),
    [],
  );
  if (prompt === null) return null;
  return (
    <prompt.ProofForm
      account={prompt.account}
      onDone={(isProven) => {
        setPrompt(null);
        prompt.resolve(isProven);
      }}
    />
  );
}
