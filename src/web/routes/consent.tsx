import { Link, redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { consentRequired, consentNames } from '#contract/accounts/consent';
import type { ConsentState } from '#contract/accounts/consent-calls';
import { consentPath, homeOf, safeNext } from '#contract/screens';
import { call as browserCall, type Call } from '../lib/calls/client.ts';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { rememberSession } from '../lib/session/session.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import styles from '../features/accounts/own-account/own-account.module.css';
import { ActionForm } from '../ui/action-form.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/field.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Stack, ScreenHead } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';

const title = 'Changed terms';
export const meta = pageMeta(title);

type LoaderData = { user: CurrentUser; asked: ConsentState[]; next: string | null };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const { consents = [] } = await call('readOwnAccount');
  return { user, asked: consents.filter(({ asks }) => asks), next: safeNext(search.get('next')) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const agree: SignedInHandler = async (call, { user, fields, search }) => {
  const asked = (['terms', 'privacy'] as const).filter(
    (subject) => fields[`${subject}_version`] !== undefined,
  );
  for (const subject of asked)
    if (fields[subject] === undefined) refuseInvalid({ field: subject, message: consentRequired });
  const body = Object.fromEntries(asked.map((subject) => [subject, Number(fields[`${subject}_version`])]));
  await call('giveConsent', { body, idempotencyKey: fields['Idempotency-Key'] });
  return redirect(safeNext(search.get('next')) ?? homeOf(user), 303);
};
export const action = signedInAction(agree);
export const clientAction = browserAction(agree, async () =>
  rememberSession((await browserCall('readSession')).student),
);

function Asked({ asked, next }: Pick<LoaderData, 'asked' | 'next'>) {
  const form = useActionForm({
    action: next === null ? consentPath : `${consentPath}?next=${encodeURIComponent(next)}`,
  });
  return (
    <Card>
      <ActionForm
        form={form}
        button="Agree and continue"
        variant="primary"
        gap={4}
        className={styles['form']}
      >
        <Stack>
          {asked.map(({ subject, current, given }) => (
            <Stack key={subject} gap={2}>
              <p>
                <strong>{consentNames[subject]}</strong>
                <span>{`, version ${current.version}, `}</span>
                <Time value={current.since} />
                {given[0] !== undefined && <span>{`. You agreed to version ${given[0].version}.`}</span>}
              </p>
              {current.note !== null && <p>{`Change: ${current.note}`}</p>}
              <input type="hidden" name={`${subject}_version`} value={current.version} />
              <Checkbox
                label={
                  subject === 'terms'
                    ? 'I agree to the terms and conditions'
                    : 'I agree to the privacy notice'
                }
                name={subject}
                error={form.errorAt(subject)}
                defaultChecked={form.values?.[subject] !== undefined}
                required
                hint={
                  <Link to={`/${subject}`} target="_blank">
                    {`Read the ${subject === 'terms' ? 'terms' : 'privacy notice'} (new tab)`}
                  </Link>
                }
              />
            </Stack>
          ))}
        </Stack>
      </ActionForm>
    </Card>
  );
}

/** Asks again after the words have changed. */
export default function Consent() {
  const { user, asked, next } = useLoaderData<LoaderData>();
  return (
    <PageBody width="reading">
      <ScreenHead title={title} />
      {asked.length === 0 ? (
        <>
          <p>There are no changed terms.</p>
          <p>
            <ButtonLink to={next ?? homeOf(user)}>Continue</ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p>
            The academy has changed these texts and asks you to agree again. Work that you have sent is safe.
          </p>
          <Asked asked={asked} next={next} />
          <p>
            <span>You do not agree? </span>
            <Link to="/account#data">Download your record, or ask for the deletion of your account</Link>
          </p>
        </>
      )}
    </PageBody>
  );
}
