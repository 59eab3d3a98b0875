import { useEffect, useId, useState, type FormEvent } from 'react';
import { call } from '../../../lib/calls/client.ts';
import { fieldsOf } from '../../../lib/forms/form-fields.ts';
import { signWithPasskey } from '../../../lib/session/passkeys.ts';
import { setProofPrompt } from '../../../lib/session/reauth-prompt.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { errorMessage } from '../../../lib/calls/call-error.ts';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { hasPassword, PresentPassword } from '../present-password.tsx';
import { checkCode, CodeField, PasskeyChoice } from './second-step.tsx';

type Prompt = { account: OwnAccount; resolve: (isProven: boolean) => void };

/** Confirms the user before an irreversible action, then continues the interrupted call. */
export function ProveDialog() {
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  useEffect(
    () =>
      setProofPrompt(async () => {
        const account = await call('readOwnAccount');
        return new Promise<boolean>((resolve) => setPrompt({ account, resolve }));
      }),
    [],
  );
  if (prompt === null) return null;
  return (
    <ProofForm
      account={prompt.account}
      onDone={(isProven) => {
        setPrompt(null);
        prompt.resolve(isProven);
      }}
    />
  );
}

async function proveByPasskey(): Promise<void> {
  const passkey = await signWithPasskey(await call('beginPasskeyProof'));
  await call('provePasskey', { body: { passkey } });
}

function ProofForm({ account, onDone }: { account: OwnAccount; onDone: (isProven: boolean) => void }) {
  const { isBusy, error, run } = useMutation();
  const [invalid, setInvalid] = useState<string>();
  const id = useId();
  const { factors, offers_passkeys } = account.second_factor;
  const hasFactor = factors.length > 0;
  const finish = async (prove: () => Promise<void>) => {
    if (await run(prove)) onDone(true);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { code = '', password = '' } = fieldsOf(new FormData(event.currentTarget));
    const wrong = hasFactor ? checkCode({ code })[0]?.message : undefined;
    setInvalid(wrong);
    if (wrong === undefined)
      void finish(async () => void (await call('prove', { body: hasFactor ? { code } : { password } })));
  };
  return (
    <Dialog
      title="Confirm it is you"
      onClose={() => onDone(false)}
      actions={
        <>
          <Button variant="secondary" onClick={() => onDone(false)}>
            Not now
          </Button>
          {(hasFactor || hasPassword(account)) && (
            <Button type="submit" form={id} busy={isBusy}>
              Continue
            </Button>
          )}
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Stack>
          <p>This cannot be undone easily, so please confirm that it is you.</p>
          {offers_passkeys && factors.some(({ kind }) => kind === 'passkey') && (
            <PasskeyChoice isBusy={isBusy} onPress={() => void finish(proveByPasskey)} />
          )}
          {hasFactor ? (
            <CodeField hasApp={factors.some(({ kind }) => kind === 'app')} error={invalid} />
          ) : (
            <PresentPassword account={account} name="password" />
          )}
          <MessageRoom>{error !== null && <Notice tone="error">{errorMessage(error)}</Notice>}</MessageRoom>
        </Stack>
      </form>
    </Dialog>
  );
}
