import { useState } from 'react';
import { useActionData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import type { AddedFactor, AppSecret } from '#contract/accounts/second-factor-calls';
import { call } from '../../../lib/calls/client.ts';
import { makePasskey } from '../../../lib/session/passkeys.ts';
import { rememberSession } from '../../../lib/session/session.ts';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { ActFold, ActForm, useRefusedAct } from '../act-form.tsx';
import { AppPicture } from '../app-picture.tsx';
import { checkCode, CodeField } from './code-field.tsx';
import { FactorList } from './factor-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

type Factors = OwnAccount['second_factor'];

/** What is shown once: by an action without its script, as by a call in place. */
export type ShownOnce = { app?: AppSecret; codes?: string[] };

/** The other screens ask the session whether a second factor is set. */
async function refreshUser(): Promise<void> {
  rememberSession((await call('readSession')).student);
}

/** What proves beside the password that it is the account's holder: passkeys, authenticator apps, recovery codes. */
export function SecondFactorSection({ user, factors }: { user: CurrentUser; factors: Factors }) {
  const posted = useActionData<ShownOnce>();
  const { revalidate } = useRevalidator();
  const [shown, setShown] = useState<ShownOnce>(() => ({
    ...(posted?.app && { app: posted.app }),
    ...(posted?.codes && { codes: posted.codes }),
  }));
  // Posted without its script and refused: the key that the app has read still counts.
  const isAppRefused = useRefusedAct('add-app') !== undefined;
  const isSet = factors.factors.length > 0;
  const added = async ({ message, recovery_codes }: AddedFactor) => {
    await refreshUser();
    setShown(recovery_codes === null ? {} : { codes: recovery_codes });
    return message;
  };
  return (
    <>
      <p>
        {isSet
          ? 'Your password alone opens nothing: a login asks for one of these, too.'
          : 'With a second factor your password alone opens nothing: a login asks for a passkey, or for a code of an app on your phone, too.'}
      </p>
      {user.second_factor === 'required' && (
        <Notice tone="warning" role="note" title={messages.secondFactorRequired} />
      )}
      {shown.codes !== undefined && (
        <RecoveryCodes codes={shown.codes} s_id={user.s_id} onKept={() => setShown({})} />
      )}
      {isSet && <FactorList factors={factors.factors} onRemoved={refreshUser} />}
      {isSet && (
        <CodesLeft
          left={factors.recovery_codes_left}
          onMade={(codes) => {
            setShown({ codes });
            void revalidate();
          }}
        />
      )}
      {factors.offers_passkeys ? (
        <PasskeyForm onAdded={added} />
      ) : (
        <p>Passkeys are not offered: this portal has no address of its own yet (its setting PUBLIC_URL).</p>
      )}
      {shown.app === undefined && !isAppRefused ? (
        <ActForm
          act="begin-app"
          button="Set up an authenticator app"
          send={async () => {
            setShown({ app: await call('beginApp') });
            return null;
          }}
        />
      ) : (
        <AppForm app={shown.app} onAdded={added} />
      )}
      {!factors.is_proven && <ProofFold hasFactor={isSet} factors={factors} />}
    </>
  );
}

function NameField({ initial, error }: { initial: string; error: string | undefined }) {
  return (
    <TextField
      label="Name"
      name="name"
      autoComplete="off"
      defaultValue={initial}
      maxLength={limits.factorName}
      required
      hint="So that you tell it from others later"
      error={error}
    />
  );
}

const nameOf = (name: string | undefined, otherwise: string) => name?.trim() || otherwise;

function PasskeyForm({ onAdded }: { onAdded: (answer: AddedFactor) => Promise<string> }) {
  return (
    <ActFold act="passkey" summary="Add a passkey">
      <p>
        A passkey lies on your phone, computer or security key, and opens with your finger, your face or its
        number. Nothing has to be typed, and no false page can ask for it.
      </p>
      <ActForm
        act="passkey"
        button="Make the passkey"
        send={async ({ name }) => {
          const passkey = await makePasskey(await call('beginPasskey'));
          return onAdded(await call('addPasskey', { body: { name: nameOf(name, 'Passkey'), passkey } }));
        }}
      >
        {(errorOf, initial) => <NameField initial={initial['name'] ?? 'Passkey'} error={errorOf('name')} />}
      </ActForm>
    </ActFold>
  );
}

function AppForm({
  app,
  onAdded,
}: {
  app: AppSecret | undefined;
  onAdded: (answer: AddedFactor) => Promise<string>;
}) {
  return (
    <ActForm
      act="add-app"
      button="Add the app"
      variant="primary"
      check={checkCode}
      send={async ({ name, code = '' }) =>
        onAdded(await call('addApp', { body: { name: nameOf(name, 'Authenticator app'), code } }))
      }
    >
      {(errorOf, initial) => (
        <>
          {app !== undefined && <AppPicture app={app} />}
          <NameField initial={initial['name'] ?? 'Authenticator app'} error={errorOf('name')} />
          <CodeField hasApp error={errorOf('code')} isFirst />
        </>
      )}
    </ActForm>
  );
}

function CodesLeft({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  return (
    <>
      <p>
        {left === 0
          ? 'No recovery code is left. Make new ones, so that you get in when your phone is lost.'
          : `${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left. Each logs you in once when nothing else does.`}
      </p>
      <ActFold act="renew-codes" summary="Make new recovery codes">
        <p>The ones of before work no longer after that.</p>
        <ActForm
          act="renew-codes"
          button="Make new codes"
          send={async () => {
            const { message, recovery_codes } = await call('renewRecoveryCodes');
            onMade(recovery_codes);
            return message;
          }}
        />
      </ActFold>
    </>
  );
}

/** Changes of a second factor ask for a fresh proof: a script asks when it is due, without one this comes first. */
function ProofFold({ hasFactor, factors }: { hasFactor: boolean; factors: Factors }) {
  return (
    <ActFold act="prove" summary="Prove that it is you, for ten minutes">
      <ActForm
        act="prove"
        button="Continue"
        check={hasFactor ? checkCode : () => []}
        send={async ({ code = '', password = '' }) =>
          (await call('prove', { body: hasFactor ? { code } : { password } })).message
        }
      >
        {(errorOf) =>
          hasFactor ? (
            <CodeField hasApp={factors.factors.some(({ kind }) => kind === 'app')} error={errorOf('code')} />
          ) : (
            <PasswordField
              label="Present password"
              name="password"
              autoComplete="current-password"
              required
              error={errorOf('password')}
            />
          )
        }
      </ActForm>
    </ActFold>
  );
}
