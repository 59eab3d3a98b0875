import type { ExpectedDetails } from '#contract/people/expected-calls';
import {
  addPersonAddress,
  importedAddress,
  peopleAddress,
  personAddress,
} from '#contract/people/people-view';
import {
  CorrectExpected,
  ExpectedFacts,
  ExpectedInvitation,
  readExpectedFields,
} from '../features/people/expected-person.tsx';
import { CallError } from '../lib/calls/client.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { MovedTo } from './moved-to.tsx';
import { OfficeHead } from './office-head.tsx';
import styles from './person-screen.module.css';
import { officeLoad, Section, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Imported person');

type Page = { person: ExpectedDetails } | { account: string };

const load = officeLoad(async (call, { params }): Promise<Page> => {
  const s_id = params['s_id'] ?? '';
  try {
    return { person: await call('readExpected', { params: { s_id } }) };
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    // Who has signed up since is a person with an account.
    const { s_id: account } = await call('readPerson', { params: { s_id } });
    return { account };
  }
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'person-imported': 'The details are saved.',
});

const correct: SignedInHandler = async (call, { fields, params }) => {
  const s_id = params['s_id'] ?? '';
  const { 'Idempotency-Key': idempotencyKey } = fields;
  const body = { ...readExpectedFields(fields), email: s_id };
  await call('addPerson', { body, idempotencyKey });
  return redirectWithNotice(importedAddress(s_id), 'person-imported');
};
export const action = signedInAction(correct);
export const clientAction = browserAction(correct);

function Imported({ person }: { person: ExpectedDetails }) {
  const { s_id, name, batch } = person;
  return (
    <>
      <OfficeHead
        title={name ?? s_id}
        trail={[{ label: 'People', to: peopleAddress() }]}
        facts={`${name === null ? '' : `${s_id}, `}${batch ?? 'no batch'}, no account yet`}
      >
        <ButtonLink to={addPersonAddress} variant="secondary" small>
          Add another person
        </ButtonLink>
      </OfficeHead>
      <div className={styles['columns']}>
        <Section title="Stored details">
          <CorrectExpected key={s_id} person={person} />
        </Section>
        <Section title="Invitation">
          <ExpectedFacts person={person} />
          <ExpectedInvitation person={person} />
        </Section>
      </div>
    </>
  );
}

export default function StaffImported() {
  return (
    <StaffScreen<Page>
      isOffice
      className={styles['page']}
      title="Imported person"
      failure="This person could not be loaded"
      skeleton={['form']}
    >
      {(page) =>
        'person' in page ? <Imported person={page.person} /> : <MovedTo to={personAddress(page.account)} />
      }
    </StaffScreen>
  );
}
