import { useId, type ReactNode } from 'react';
import { redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { studentAddress } from '#contract/progress/batch-view';
import type { Person } from '#contract/people/calls';
import type { PersonData as Data } from '#contract/privacy/person-data-calls';
import { peopleActs, peopleAddress, personAddress, staffMembersAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import { PersonAccess, PersonCorrections, PersonPlacement } from '../features/people/person-acts.tsx';
import { PersonFacts } from '../features/people/person-facts.tsx';
import { readStaffFields } from '../features/people/invite-staff.tsx';
import { StaffRoleForm } from '../features/people/staff-role.tsx';
import { PersonData } from '../features/privacy/person-data.tsx';
import { UndoChoice } from '../features/progress/student-time.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice, type ScreenNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './staff-person.module.css';

export const meta = () => [{ title: pageTitle('Person') }];

/** `data` is null for staff, whose texts belong to others' records. */
type Page = { person: Person; data: Data | null };

/** `page` is null outside the office. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, s_id: string): Promise<Page> {
  const of = { params: { s_id } };
  const person = await call('readPerson', of);
  return { person, data: person.role === 'student' ? await call('readPersonData', of) : null };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  return { user, page: await defer(toResult(readPage(call, params['s_id'] ?? ''))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changePerson: SignedInAct = async (call, { fields, params }) => {
  const s_id = params['s_id'] ?? '';
  const { act, id = '', batch, reason, name = '', phone = '', email = '', p_id = '', address = '' } = fields;
  const of = { params: { s_id }, idempotencyKey: fields['Idempotency-Key'] };
  if (act === 'anonymise') {
    const after = await call('anonymisePerson', { ...of, body: { address, reason: reason ?? '' } });
    return redirectWithNotice(personAddress(after.s_id), 'person-anonymised', { replaces: true });
  }
  const done = (notice: ScreenNotice) => redirectWithNotice(personAddress(s_id), notice);
  if (act === 'profile') {
    await call('correctProfile', { ...of, body: { name, phone } });
    return done('person-profile');
  }
  if (act === 'role') {
    await call('changeStaffMember', { ...of, body: readStaffFields(fields) });
    return done('person-role');
  }
  if (act === 'address') {
    await call('correctAddress', { ...of, body: { email, reason: reason ?? '' } });
    return done('person-address');
  }
  if (act === 'undo') {
    await call('undoSelection', { ...of, body: { p_id, reason: reason ?? '' } });
    return done('choice-undone');
  }
  const known = peopleActs.find((one) => one === act);
  if (known === undefined) return redirect(personAddress(s_id), 303);
  const body = {
    act: known,
    ids: [id],
    ...(batch !== undefined && { batch }),
    ...(reason !== undefined && { reason }),
  };
  await call('actOnPeople', { body, idempotencyKey: of.idempotencyKey });
  return done(`person-${known}`);
};
export const action = signedInAction(changePerson);
export const clientAction = browserAction(changePerson);

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function PersonScreen({ user, page: { person, data } }: { user: CurrentUser; page: Page }) {
  const isStudent = person.role === 'student';
  return (
    <>
      <ScreenHead title={person.s_name}>
        <p className={styles['ways']}>
          <ButtonLink variant="secondary" small to={peopleAddress()}>
            All people
          </ButtonLink>
          {!isStudent && (
            <ButtonLink variant="secondary" small to={staffMembersAddress()}>
              All staff
            </ButtonLink>
          )}
          {isStudent && !person.anonymised && (
            <ButtonLink variant="secondary" small to={studentAddress(person.s_id)}>
              Submissions, marks and dates
            </ButtonLink>
          )}
        </p>
      </ScreenHead>
      <PersonFacts of={person} />
      {person.anonymised ? (
        <Notice role="note">This person has been anonymised and can no longer be changed.</Notice>
      ) : (
        <div className={styles['columns']}>
          <Section title="Corrections">
            <PersonCorrections person={person} />
          </Section>
          <Section title="Account">
            <PersonAccess person={person} />
          </Section>
          {!isStudent && (
            <Section title="Role and batches">
              <StaffRoleForm person={person} batches={user.batches} />
            </Section>
          )}
          {isStudent && (
            <Section title="Placement">
              <PersonPlacement person={person} />
            </Section>
          )}
          {isStudent && person.project !== null && (
            <Section title="Another project">
              <UndoChoice project={person.project} />
            </Section>
          )}
        </div>
      )}
      {data !== null && (
        <Section title="Their data">
          <PersonData data={data} />
        </Section>
      )}
    </>
  );
}

export default function StaffPerson() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Person"
      failure="This person could not be loaded"
      skeleton={['14rem', '12rem']}
    >
      {(loaded) => <PersonScreen user={user} page={loaded} />}
    </StaffScreen>
  );
}
