import { useState } from 'react';
import { useActionData, useNavigate } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { OwnAccount } from '#contract/accounts/own-account-calls';
import type { AppSecret } from '#contract/accounts/second-factor-calls';
import { homeOf } from '#contract/screens';
import { usePostedForm } from '../../../lib/forms/refused-form.ts';
import { Stack } from '../../../ui/layout.tsx';
import { SettingsFold, SettingsForm, type AccountOutcome } from '../settings-form.tsx';
import { hasPassword, PresentPassword } from '../present-password.tsx';
import { FactorList, FactorName, RecoveryCodes } from './factors.tsx';
import { CodeField } from './second-step.tsx';
import styles from '../own-account/own-account.module.css';

export function SecondFactorSection({ user, account }: { user: CurrentUser; account: OwnAccount }) {
  const factors = account.second_factor;
  const navigate = useNavigate();
  // Led here at the login: once the codes are saved, the way goes on.
  const [wasLedHere] = useState(user.second_factor === 'required');
  const posted = useActionData<AccountOutcome>();
  const [shown, setShown] = useState<AccountOutcome>(() => ({
    ...(posted?.app && { app: posted.app }),
    ...(posted?.codes && { codes: posted.codes }),
  }));
  // Refused without script: the key that the app has scanned stays valid.
  const isAppRefused = usePostedForm({ act: 'add-app' }) !== undefined;
  const isSet = factors.factors.length > 0;
  return (
    <>
      <p>
        {isSet
          ? 'Two-step verification is on: after your password you confirm with a passkey or a code from your app.'
          : 'With two-step verification, after your password you confirm with a passkey or a code from an app.'}
      </p>
      {shown.codes !== undefined && (
        <RecoveryCodes
          codes={shown.codes}
          s_id={user.s_id}
          onKept={() => {
            setShown({});
            if (wasLedHere) void navigate(homeOf(user));
          }}
        />
      )}
      {isSet && <FactorList factors={factors.factors} />}
      {isSet && <CodesLeft left={factors.recovery_codes_left} onMade={setShown} />}
      {factors.offers_passkeys && <PasskeyForm onAdded={setShown} />}
      {shown.app === undefined && !isAppRefused ? (
        <SettingsForm formName="begin-app" button="Set up an authenticator app" onDone={setShown} />
      ) : (
        <AppForm app={shown.app} onAdded={setShown} />
      )}
      {!factors.is_proven && <ProofFold account={account} />}
    </>
  );
}

type OnDone = (outcome: AccountOutcome) => void;

function PasskeyForm({ onAdded }: { onAdded: OnDone }) {
  return (
    <SettingsFold formName="passkey" summary="Add a passkey">
      <p>
        A passkey is stored on your phone, computer or security key. You unlock it with your finger, your face
        or a PIN.
      </p>
      <SettingsForm formName="passkey" button="Create passkey" onDone={onAdded}>
        {({ field }) => <FactorName {...field('name', 'Passkey')} hint="To recognise it later" />}
      </SettingsForm>
    </SettingsFold>
  );
}

function AppForm({ app, onAdded }: { app: AppSecret | undefined; onAdded: OnDone }) {
  return (
    <SettingsForm formName="add-app" button="Add the app" onDone={onAdded}>
      {({ field, errorAt }) => (
        <>
          {app !== undefined && <AppPicture app={app} />}
          <FactorName {...field('name', 'Authenticator app')} hint="To recognise it later" />
          <CodeField hasApp error={errorAt('code')} isFirst />
        </>
      )}
    </SettingsForm>
  );
}

/** The app's secret as a QR code, and as letters for an app on this phone. */
function AppPicture({ app: { secret, uri, picture } }: { app: AppSecret }) {
  const { size, path } = picture;
  return (
    <Stack gap={3}>
      <p>
        Scan this code with your authenticator app. Then enter the six digits that it shows. If the app is on
        this device, <a href={uri}>open the app</a> or type the key into it.
      </p>
      <svg
        className={styles['picture']}
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label="QR code of the key below"
        shapeRendering="crispEdges"
      >
        <path d={path} />
      </svg>
      <p>
        Key: <code>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
    </Stack>
  );
}

function CodesLeft({ left, onMade }: { left: number; onMade: OnDone }) {
  return (
    <>
      <p>
        {left === 0
          ? 'You have no recovery codes left. Make new ones, so that you can log in if you lose your phone.'
          : `${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left. Each logs you in once.`}
      </p>
      <SettingsFold formName="renew-codes" summary="Make new recovery codes">
        <p>Your old codes will no longer work.</p>
        <SettingsForm formName="renew-codes" button="Make new codes" onDone={onMade} />
      </SettingsFold>
    </>
  );
}

/** Changes need a recent confirmation: a script asks when due, without one this form comes first. */
function ProofFold({ account }: { account: OwnAccount }) {
  const { factors } = account.second_factor;
  const hasFactor = factors.length > 0;
  const summary = 'Confirm it is you (lasts ten minutes)';
  if (!hasFactor && !hasPassword(account))
    return (
      <SettingsFold formName="prove" summary={summary}>
        <PresentPassword account={account} />
      </SettingsFold>
    );
  return (
    <SettingsFold formName="prove" summary={summary}>
      <SettingsForm formName="prove" button="Continue">
        {({ errorAt }) =>
          hasFactor ? (
            <CodeField hasApp={factors.some(({ kind }) => kind === 'app')} error={errorAt('code')} />
          ) : (
            <PresentPassword account={account} name="password" error={errorAt('password')} />
          )
        }
      </SettingsForm>
    </SettingsFold>
  );
}
