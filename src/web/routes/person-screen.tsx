import { useId, type ReactNode } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import type { Person } from '#contract/people/calls';
import { peopleActs, personAddress, staffMembersAddress } from '#contract/people/people-view';
import type { PersonData as Data } from '#contract/privacy/person-data-calls';
import { batchAddress, studentAddress } from '#contract/progress/batch-view';
import type { StudentTime } from '#contract/progress/schedule-calls';
import type { MarkedVersion, StaffNote, StaffStudent, StudentPost } from '#contract/progress/student-calls';
import { readStaffFields } from '../features/people/invite-staff.tsx';
import { PersonAccess, PersonCorrections, PersonPlacement } from '../features/people/person-acts.tsx';
import { PersonFacts, PersonStanding } from '../features/people/person-facts.tsx';
import { StaffRoleForm } from '../features/people/staff-role.tsx';
import { PersonData } from '../features/privacy/person-data.tsx';
import { ArchShapes } from '../features/progress/student-arch.tsx';
import { StudentNotes } from '../features/progress/student-notes.tsx';
import { StudentPosts } from '../features/progress/student-posts.tsx';
import { StudentTimeSection } from '../features/progress/student-time.tsx';
import { StudentTimeline } from '../features/progress/student-timeline.tsx';
import { StudentVersions } from '../features/progress/student-versions.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { refuseInvalid, type SignedInAct } from '../lib/forms/form-action.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice, type ScreenNotice } from '../lib/screen-notices.ts';
import { Row, Small, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './person-screen.module.css';
import { StaffScreen } from './staff-screen.tsx';

const tabNames = { work: 'Work', time: 'Time', notes: 'Notes', account: 'Account' } as const;
type Tab = keyof typeof tabNames;

type Page =
  | { tab: 'work'; student: StaffStudent; versions: MarkedVersion[] }
  | { tab: 'time'; student: StaffStudent; time: StudentTime }
  | { tab: 'notes'; student: StaffStudent; notes: StaffNote[]; posts: StudentPost[] }
  /** `data` is null for staff, whose texts belong to others' records. */
  | { tab: 'account'; person: Person; data: Data | null };

/** `page` is null for students, and for mentors at the office's address. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

/**
 * A person has two addresses: the one of a student opens at the work, for mentors too; the office's at the account.
 */
type Address = { first: 'work' | 'account'; of: (s_id: string) => string };
export const atWork: Address = { first: 'work', of: studentAddress };
export const atAccount: Address = { first: 'account', of: personAddress };

const tabAddress = ({ first, of }: Address, s_id: string, tab: Tab) =>
  of(s_id) + (tab === first ? '' : `?tab=${tab}`);

async function readTab(call: Call, tab: Tab, s_id: string): Promise<Page> {
  const of = { params: { s_id } };
  if (tab === 'account') {
    const person = await call('readPerson', of);
    return { tab, person, data: person.role === 'student' ? await call('readPersonData', of) : null };
  }
  const [student, versions, time, notes, posts] = await Promise.all([
    call('readStaffStudent', of),
    tab === 'work' ? call('listMarkedVersions', of) : [],
    tab === 'time' ? call('readStudentTime', of) : null,
    tab === 'notes' ? call('listStaffNotes', of) : [],
    tab === 'notes' ? call('listStudentPosts', of) : [],
  ]);
  if (time !== null) return { tab: 'time', student, time };
  return tab === 'notes' ? { tab, student, notes, posts } : { tab: 'work', student, versions };
}

export const loadPerson =
  ({ first }: Address) =>
  async (call: Call, { user, params, search }: Visit): Promise<LoaderData> => {
    const isOffice = user.role === 'administrator';
    if (user.role === 'student' || (first === 'account' && !isOffice)) return { user, page: null };
    const asked = search.get('tab') ?? first;
    const tab = Object.hasOwn(tabNames, asked) && (asked !== 'account' || isOffice) ? (asked as Tab) : first;
    return { user, page: await defer(toResult(readTab(call, tab, params['s_id'] ?? ''))) };
  };

export const changePerson =
  (at: Address): SignedInAct =>
  async (call, { fields, params }) => {
    const s_id = params['s_id'] ?? '';
    const { act, id = '', note = '', text = '', task, until = '', start = '', p_id = '' } = fields;
    const { batch, reason = '', name = '', phone = '', email = '', address = '' } = fields;
    const { 'Idempotency-Key': idempotencyKey } = fields;
    const of = { params: { s_id }, idempotencyKey };
    const done = (notice: ScreenNotice, tab: Tab = 'account') =>
      redirectWithNotice(tabAddress(at, s_id, tab), notice);
    switch (act) {
      case 'add-note':
        if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The note is empty' });
        await call('addStaffNote', { ...of, body: { text: text.trim() } });
        return done('note-added', 'notes');
      case 'delete-note':
        await call('deleteStaffNote', { params: { s_id, note }, idempotencyKey });
        return done('note-deleted', 'notes');
      case 'extend':
        await call('extendDueDate', { ...of, body: { task: task as Task, until, reason } });
        return done('more-time', 'time');
      case 'start':
        await call('correctStart', { ...of, body: { start, reason } });
        return done('start-corrected', 'time');
      case 'undo':
        await call('undoSelection', { ...of, body: { p_id, reason } });
        return done('choice-undone', 'time');
      case 'profile':
        await call('correctProfile', { ...of, body: { name, phone } });
        return done('person-profile');
      case 'role':
        await call('changeStaffMember', { ...of, body: readStaffFields(fields) });
        return done('person-role');
      case 'address':
        await call('correctAddress', { ...of, body: { email, reason } });
        return done('person-address');
      case 'anonymise': {
        const after = await call('anonymisePerson', { ...of, body: { address, reason } });
        return redirectWithNotice(personAddress(after.s_id), 'person-anonymised', { replaces: true });
      }
    }
    const known = peopleActs.find((one) => one === act);
    if (known === undefined) return redirect(at.of(s_id), 303);
    const body = {
      act: known,
      ids: [id],
      ...(batch !== undefined && { batch }),
      ...(fields['reason'] !== undefined && { reason }),
    };
    await call('actOnPeople', { body, idempotencyKey });
    return done(`person-${known}`);
  };

function Section({
  title,
  isTabs = false,
  children,
}: {
  title: string;
  /** The tab says it already: for screen readers only. */
  isTabs?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <h2 id={id} className={isTabs ? 'visually-hidden' : undefined}>
        {title}
      </h2>
      {children}
    </Stack>
  );
}

function Head({
  of,
  tab,
  tabs,
  address,
}: {
  of: StaffStudent | Person;
  tab: Tab;
  tabs: Tab[];
  address: Address;
}) {
  const { s_id, s_name } = 'student' in of ? of.student : of;
  const { batch, course, project, seen_at } = of;
  const reason = 'student' in of ? of.reason : null;
  return (
    <>
      <Row as="header" gap={2} className={styles['head']}>
        <h1>{s_name}</h1>
        <Small className={styles['facts']}>
          <span>{s_id}</span>
          {'role' in of && of.role !== 'student' && (
            <span>
              <Link to={staffMembersAddress()}>All staff</Link>
            </span>
          )}
          {batch !== null && (
            <span>
              <Link to={batchAddress(batch)} title={course ?? undefined}>
                {batch}
              </Link>
            </span>
          )}
          {project !== null && (
            <span>
              <Link to={`/projectDetails/${encodeURIComponent(project.id)}`}>{project.name}</Link>
            </span>
          )}
          {seen_at === null && <span>Never logged in</span>}
          {seen_at !== null && (
            <span>
              <span>Seen </span>
              <TimeAgo value={seen_at} />
            </span>
          )}
          {reason !== null && <strong>{reason}</strong>}
        </Small>
      </Row>
      {tabs.length > 1 && (
        <nav aria-label="Parts of this page" className={styles['tabs']}>
          {tabs.map((one) => (
            <Link
              key={one}
              to={tabAddress(address, s_id, one)}
              preventScrollReset
              aria-current={one === tab ? 'page' : undefined}
            >
              {tabNames[one]}
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}

function Account({ user, person, data }: { user: CurrentUser; person: Person; data: Data | null }) {
  const isStudent = person.role === 'student';
  return (
    <>
      <PersonStanding of={person} />
      {person.anonymised && (
        <Notice role="note">This person has been anonymised and can no longer be changed.</Notice>
      )}
      <div className={styles['columns']}>
        <Section title="Account" isTabs>
          <PersonFacts of={person} />
        </Section>
        {!person.anonymised && (
          <Stack gap={5}>
            {isStudent && (
              <Section title="Placement">
                <PersonPlacement person={person} />
              </Section>
            )}
            {!isStudent && (
              <Section title="Role and batches">
                <StaffRoleForm person={person} batches={user.batches} />
              </Section>
            )}
            <Section title="Corrections">
              <PersonCorrections person={person} />
            </Section>
            <Section title="Access">
              <PersonAccess person={person} />
            </Section>
          </Stack>
        )}
      </div>
      {data !== null && (
        <Section title="Their data">
          <PersonData data={data} />
        </Section>
      )}
    </>
  );
}

function TabPanel({ user, page }: { user: CurrentUser; page: Page }) {
  if (page.tab === 'account') return <Account user={user} person={page.person} data={page.data} />;
  const { student } = page;
  const { s_id } = student.student;
  if (page.tab === 'time') {
    return (
      <Section title="Time" isTabs>
        <StudentTimeSection of={student} time={page.time} isAdministrator={user.role === 'administrator'} />
      </Section>
    );
  }
  if (page.tab === 'notes') {
    return (
      <div className={styles['columns']}>
        <Section title="Staff notes" isTabs>
          <StudentNotes s_id={s_id} userId={user.account} first={page.notes} />
        </Section>
        <Section title="In the forum">
          <StudentPosts batch={student.batch} posts={page.posts} />
        </Section>
      </div>
    );
  }
  const { versions } = page;
  return (
    <>
      <Section title="The six tasks" isTabs>
        <StudentTimeline batch={student.batch} tasks={student.tasks} versions={versions} />
      </Section>
      <Section title="Versions and marks">
        <StudentVersions
          key={versions[0]?.number ?? ''}
          student={student.student}
          userId={user.account}
          first={versions}
        />
      </Section>
    </>
  );
}

function tabsFor(user: CurrentUser, page: Page): Tab[] {
  if (page.tab === 'account' && (page.person.role !== 'student' || page.person.anonymised))
    return ['account'];
  return user.role === 'administrator' ? ['work', 'time', 'notes', 'account'] : ['work', 'time', 'notes'];
}

/** A person, with the tabs that the reader may open. */
export function PersonScreen({
  address,
  title,
  failure,
}: {
  address: Address;
  title: string;
  failure: string;
}) {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice={address.first === 'account'}
      user={user}
      page={page}
      className={styles['page']}
      title={title}
      failure={failure}
      skeleton={['2.25rem', '16rem', '24rem']}
    >
      {(loaded) => (
        <>
          <ArchShapes />
          <Head
            of={loaded.tab === 'account' ? loaded.person : loaded.student}
            tab={loaded.tab}
            tabs={tabsFor(user, loaded)}
            address={address}
          />
          <TabPanel user={user} page={loaded} />
        </>
      )}
    </StaffScreen>
  );
}
