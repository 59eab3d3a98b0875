import { Link } from 'react-router';
import {
  consentNames,
  consentOfficePath,
  guardianLimits,
  type ConsentSubject,
} from '#contract/accounts/consent';
import type { ConsentRules } from '#contract/accounts/consent-calls';
import { personAddress } from '#contract/people/people-view';
import type { WithoutRemoteConsent } from '#contract/vivas/remote-consent-calls';
import type { Call } from '../lib/calls/client.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ActionForm } from '../ui/action-form.tsx';
import { FoldCard } from '../ui/card.tsx';
import { TextArea } from '../ui/field.tsx';
import { countOf } from '../ui/format-number.ts';
import { Small, Stack } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

const title = 'Consent';
export const meta = pageMeta(title);

type Page = { rules: ConsentRules; remote: WithoutRemoteConsent };

async function readPage(call: Call): Promise<Page> {
  const [rules, remote] = await Promise.all([call('readConsentRules'), call('listWithoutRemoteConsent')]);
  return { rules, remote };
}

const load = officeLoad(readPage);

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'consent-asked': 'Students are asked when they next open the portal.',
  'rule-saved': 'The rule is saved.',
});

const change: SignedInHandler = async (call, { fields }) => {
  const { act: formName, subject, version, note = '', asks, 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'guardians') {
    await call('setGuardianRule', { body: { asks: asks === 'true' }, idempotencyKey });
    return redirectWithNotice(consentOfficePath, 'rule-saved');
  }
  // Of no note: somebody else may have asked with another one.
  const began = { note: '' };
  const body = { subject: subject as ConsentSubject, version: Number(version), note, began };
  await call('askConsent', { body, idempotencyKey });
  return redirectWithNotice(consentOfficePath, 'consent-asked');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

const students = (count: number) => countOf(count, 'student');

function AskAgain({
  subject,
  version,
  without,
}: {
  subject: ConsentSubject;
  version: number;
  without: number;
}) {
  const form = useActionForm({ formName: 'ask', target: { subject }, hidden: { version: String(version) } });
  return (
    <FoldCard title="Ask everyone again">
      <ActionForm form={form} button={`Ask ${students(without)}`} narrow>
        <p>{`${students(without)} have not agreed to version ${version}. If you ask, they see the question when they next open the portal. Until they agree, they can open only this question and their account. Nothing that they sent is lost.`}</p>
        <p>You need not ask after a small change. The new text is recorded as a version.</p>
        <TextArea
          label="Summary of the change (optional)"
          {...form.field('note')}
          rows={2}
          maxLength={guardianLimits.note}
          hint="Students see this beside the question."
        />
      </ActionForm>
    </FoldCard>
  );
}

function Subject({ rule: { subject, versions, without } }: { rule: ConsentRules['subjects'][number] }) {
  const [current] = versions;
  return (
    <Stack as="section" gap={3} aria-labelledby={subject}>
      <h2 id={subject}>{consentNames[subject]}</h2>
      {current === undefined ? (
        <p>No version is recorded yet.</p>
      ) : (
        <>
          <p>
            <Link to={`/${subject}`}>{`Version ${current.version}`}</Link>
            <span>, since </span>
            <Time value={current.recorded_at} />
            <span>{`. ${students(current.agreed)} agreed to it.`}</span>
          </p>
          {current.asked_at === null ? (
            <AskAgain subject={subject} version={current.version} without={without} />
          ) : (
            <p>
              <span>Everyone was asked on </span>
              <Time value={current.asked_at} />
              <span>{`. ${students(without)} have not agreed yet.`}</span>
            </p>
          )}
        </>
      )}
      {versions.length > 1 && (
        <details>
          <summary>Earlier versions</summary>
          <ul>
            {versions.slice(1).map(({ version, recorded_at, asked_at, agreed, sha256 }) => (
              <li key={version}>
                <span>{`Version ${version}, `}</span>
                <Time value={recorded_at} />
                <span>{`: ${students(agreed)}${asked_at === null ? '' : ', everyone was asked'}`}</span>
                <Small as="span">{` SHA-256 ${sha256.slice(0, 12)}`}</Small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Stack>
  );
}

function Guardians({ asks_guardian: asks, unconfirmed }: ConsentRules) {
  const form = useActionForm({ formName: 'guardians', hidden: { asks: String(!asks) } });
  return (
    <Stack as="section" gap={3} aria-labelledby="guardians">
      <h2 id="guardians">Students under 18</h2>
      <p>
        {asks
          ? 'Signup asks whether a student is under 18. Students under 18 can choose a project after you confirm a guardian.'
          : 'Signup does not ask whether a student is under 18. If it asks, students under 18 need a confirmed guardian to choose a project.'}
      </p>
      <ActionForm form={form} button={asks ? 'Stop asking for a guardian' : 'Ask for a guardian'} small />
      {unconfirmed.length > 0 && (
        <>
          <h3>Without a confirmed guardian</h3>
          <ul>
            {unconfirmed.map(({ s_id, s_name }) => (
              <li key={s_id}>
                <Link to={personAddress(s_id)}>{s_name}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function RemoteVivas({ students: shown, count }: WithoutRemoteConsent) {
  return (
    <Stack as="section" gap={3} aria-labelledby="remote-vivas">
      <h2 id="remote-vivas">Vivas by video link</h2>
      <p>
        {count === 0
          ? 'Everyone with a coming viva by video link has agreed to that.'
          : `Not agreed yet: ${students(count)}. Their viva page asks them.`}
      </p>
      {count > 0 && (
        <ul>
          {shown.map(({ student: { s_id, s_name }, batch, starts_at }) => (
            <li key={s_id}>
              <Link to={personAddress(s_id)}>{s_name}</Link>
              <span>{`, ${batch}, `}</span>
              <Time value={starts_at} />
            </li>
          ))}
        </ul>
      )}
      {count > shown.length && <Small>{`The first ${shown.length} are shown.`}</Small>}
    </Stack>
  );
}

export default function StaffConsent() {
  return (
    <StaffScreen<Page>
      isOffice
      title={title}
      failure="The versions could not be loaded"
      skeleton={['14rem', '14rem']}
    >
      {({ rules, remote }) => (
        <>
          <OfficeHead title={title} />
          <div className={styles['columns']}>
            {rules.subjects.map((of) => (
              <Subject key={of.subject} rule={of} />
            ))}
            <Guardians {...rules} />
            <RemoteVivas {...remote} />
          </div>
        </>
      )}
    </StaffScreen>
  );
}
