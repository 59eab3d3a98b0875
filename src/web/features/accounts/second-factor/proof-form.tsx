import type { OwnAccount } from '#contract/accounts/own-account-calls';
import { call } from '../../../lib/calls/client.ts';
import { refuseInvalid } from '../../../lib/forms/form-action.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { signWithPasskey } from '../../../lib/session/passkeys.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { hasPassword, PresentPassword } from '../present-password.tsx';
import { checkCode, CodeField, PasskeyChoice } from './second-step.tsx';

async function proveByPasskey(): Promise<void> {
  const passkey = await signWithPasskey(await call('beginPasskeyProof'));
  await call('provePasskey', { body: { passkey } });
}

export function ProofForm({ account, onDone }: { account: OwnAccount; onDone: (isProven: boolean) => void }) {
  const { factors, offers_passkeys } = account.second_factor;
  const hasFactor = factors.length > 0;
  const form = useForm({
    keepsFields: true,
    async send({ fields: { by, code = '', password = '' } }) {
      if (by === 'passkey') return proveByPasskey();
      if (hasFactor) refuseInvalid(checkCode({ code }));
      await call('prove', { body: hasFactor ? { code } : { password } });
    },
    onDone: () => onDone(true),
  });
  const { isBusy, refusal } = form;
  return (
    <FormDialog
      title="Confirm it is you"
      form={form}
      button={hasFactor || hasPassword(account) ? 'Continue' : null}
      cancel="Not now"
      onClose={() => onDone(false)}
      noValidate
    >
      <Stack>
        <p>This cannot be undone easily, so please confirm that it is you.</p>
        {offers_passkeys && factors.some(({ kind }) => kind === 'passkey') && (
          <PasskeyChoice isBusy={isBusy} onPress={() => form.submit({ by: 'passkey' })} />
        )}
        {hasFactor ? (
          <CodeField hasApp={factors.some(({ kind }) => kind === 'app')} error={form.errorAt('code')} />
        ) : (
          <PresentPassword account={account} name="password" error={form.errorAt('password')} />
        )}
        <MessageRoom>{refusal !== undefined && <Notice tone="error">{refusal.message}</Notice>}</MessageRoom>
      </Stack>
    </FormDialog>
  );
}
