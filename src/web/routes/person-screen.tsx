import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Examiner } from '#contract/examiners/examiner-calls';
import type { Person } from '#contract/people/calls';
import { importedAddress, staffMembersAddress } from '#contract/people/people-view';
import type { PersonData as Data } from '#contract/privacy/calls';
import { batchAddress } from '#contract/progress/batch-view';
import { seeAsAddress } from '#contract/progress/see-as';
import type { StudentResult } from '#contract/results/result-calls';
import type { MentoredBatch } from '#contract/progress/mentor-calls';
import type { StudentTime } from '#contract/progress/schedule-calls';
import type { MarkedVersion, StaffNote, StaffStudent, StudentPost } from '#contract/progress/student-calls';
import { ExaminerSection } from '../features/examiners/examiner-section.tsx';
import {
  OfficeChoice,
  PersonAccess,
  PersonCorrections,
  PersonPlacement,
} from '../features/people/person-actions.tsx';
import { MentoredBatches } from '../features/people/mentored-batches.tsx';
import { PersonConsent } from '../features/people/person-consent.tsx';
import { PersonFacts, PersonStanding } from '../features/people/person-facts.tsx';
import { StaffRoleForm } from '../features/people/staff-role.tsx';
import { PersonData } from '../features/privacy/person-data.tsx';
import { ArchShapes } from '../features/progress/student-arch.tsx';
import { StudentNotes, StudentPosts } from '../features/progress/student-notes.tsx';
import { StudentTimeSection } from '../features/progress/student-time.tsx';
import { StudentTimeline } from '../features/progress/student-timeline.tsx';
import { StudentVersions } from '../features/progress/student-versions.tsx';
import { StaffResult } from '../features/results/staff-result.tsx';
import { CallError, type Call } from '../lib/calls/client.ts';
import { defer, toResult, valueOf } from '../lib/calls/deferred.ts';
import type { Visit } from '../lib/page/screen-loader.ts';
import { Row, Small, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { MovedTo } from './moved-to.tsx';
import { tabAddress, tabNames, type Address, type Tab } from './person-actions.ts';
import styles from './person-screen.module.css';
import { Section, StaffScreen, type StaffData } from './staff-screen.tsx';

type Page =
  /** `result`: undefined where it could not be read. */
  | { tab: 'work'; student: StaffStudent; versions: MarkedVersion[]; result: StudentResult | undefined }
  | { tab: 'time'; student: StaffStudent; time: StudentTime }
  | { tab: 'notes'; student: StaffStudent; notes: StaffNote[]; posts: StudentPost[] }
  /** `data` is null for staff, whose texts belong to others' records. */
  | {
      tab: 'account';
      person: Person;
      data: Data | null;
      mentored: MentoredBatch[];
      examiner: Examiner | null;
    }
  | { tab: 'moved'; to: string };
type PageOfAccount = Exclude<Page, { tab: 'moved' }>;

/** Null for somebody who was imported and has not signed up. */
async function readAccount(call: Call, of: { params: { s_id: string } }): Promise<Person | null> {
  try {
    return await call('readPerson', of);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    if ('error' in (await toResult(call('readExpected', of)))) throw error;
    return null;
  }
}

async function readTab(call: Call, tab: Tab, s_id: string): Promise<Page> {
  const of = { params: { s_id } };
  if (tab === 'account') {
    const person = await readAccount(call, of);
    if (person === null) return { tab: 'moved', to: importedAddress(s_id) };
    const data = person.role === 'student' ? await call('readPersonData', of) : null;
    const mentored = person.role === 'mentor' ? await call('listMentoredBatches', of) : [];
    const examiner = person.examiner === undefined ? null : await call('readExaminer', of);
    return { tab, person, data, mentored, examiner };
  }
  const [student, versions, result, time, notes, posts] = await Promise.all([
    call('readStaffStudent', of),
    tab === 'work' ? call('listMarkedVersions', of) : [],
    tab === 'work' ? toResult(call('readResult', of)) : null,
    tab === 'time' ? call('readStudentTime', of) : null,
    tab === 'notes' ? call('listStaffNotes', of) : [],
    tab === 'notes' ? call('listStudentPosts', of) : [],
  ]);
  if (time !== null) return { tab: 'time', student, time };
  return tab === 'notes'
    ? { tab, student, notes, posts }
    : { tab: 'work', student, versions, result: result === null ? undefined : valueOf(result) };
}

export const loadPerson =
  ({ first }: Address) =>
  async (call: Call, { user, params, search }: Visit): Promise<StaffData<Page>> => {
    const isOffice = user.role === 'administrator';
    if (user.role === 'student' || (first === 'account' && !isOffice)) return { user, page: null };
    const asked = search.get('tab') ?? first;
    const tab = Object.hasOwn(tabNames, asked) && (asked !== 'account' || isOffice) ? (asked as Tab) : first;
    return { user, page: await defer(toResult(readTab(call, tab, params['s_id'] ?? ''))) };
  };

function Head({
  person,
  tab,
  tabs,
  address,
}: {
  person: StaffStudent | Person;
  tab: Tab;
  tabs: Tab[];
  address: Address;
}) {
  const { s_id, s_name } = 'student' in person ? person.student : person;
  const { batch, course, project, seen_at } = person;
  const reason = 'student' in person ? person.reason : null;
  // An account's profile has all of them.
  const isBrief = !('student' in person);
  const canBeSeenAs =
    'student' in person || (person.role === 'student' && !person.anonymised && person.suspended_at === null);
  return (
    <Row as="header" gap={2} className={styles['head']}>
      <h1>{s_name}</h1>
      {canBeSeenAs && (
        <Link to={seeAsAddress(s_id)} reloadDocument className={styles['seeAs']}>
          See as this student
        </Link>
      )}
      <Small className={styles['facts']}>
        <span>{s_id}</span>
        {'role' in person && person.role !== 'student' && (
          <span>
            <Link to={staffMembersAddress()}>All staff</Link>
          </span>
        )}
        {!isBrief && batch !== null && (
          <span>
            <Link to={batchAddress(batch)} title={course ?? undefined}>
              {batch}
            </Link>
          </span>
        )}
        {!isBrief && project !== null && (
          <span>
            <Link to={`/projectDetails/${encodeURIComponent(project.id)}`}>{project.name}</Link>
          </span>
        )}
        {!isBrief && seen_at === null && <span>Never logged in</span>}
        {!isBrief && seen_at !== null && (
          <span>
            <span>Seen </span>
            <TimeAgo value={seen_at} />
          </span>
        )}
        {reason !== null && <strong>{reason}</strong>}
      </Small>
      {tabs.length > 1 && (
        <div className={styles['tabs']}>
          <PageTabs
            label="Parts of this page"
            tabs={tabs.map((one) => ({ to: tabAddress(address, s_id, one), label: tabNames[one] }))}
            current={tabAddress(address, s_id, tab)}
          />
        </div>
      )}
    </Row>
  );
}

function Account({
  user,
  person,
  data,
  mentored,
  examiner,
}: {
  user: CurrentUser;
  person: Person;
  data: Data | null;
  mentored: MentoredBatch[];
  examiner: Examiner | null;
}) {
  const isStudent = person.role === 'student';
  return (
    <>
      <PersonStanding person={person} />
      {person.anonymised && (
        <Notice role="note">This person has been anonymised and can no longer be changed.</Notice>
      )}
      <div className={styles['columns']}>
        {!person.anonymised && (
          <Stack gap={5}>
            {isStudent && (
              <Section title="Batch" isHidden>
                <PersonPlacement person={person} />
              </Section>
            )}
            {person.choices !== undefined && (
              <Section title="Project">
                <OfficeChoice person={person} />
              </Section>
            )}
            {examiner !== null && (
              <Section title="Examiner">
                <ExaminerSection name={person.s_name} examiner={examiner} />
              </Section>
            )}
            {!isStudent && (
              <Section
                title={examiner === null ? 'Role and batches' : 'Change to mentor or administrator'}
                isHidden={examiner === null}
              >
                <StaffRoleForm key={person.id} person={person} batches={user.batches} />
                <MentoredBatches batches={mentored} name={person.s_name} />
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
        <Section title="Profile">
          <PersonFacts person={person} />
        </Section>
        {(person.consents !== undefined || person.guardian !== undefined) && (
          <Section title="Consent">
            <PersonConsent person={person} />
          </Section>
        )}
        {data !== null && (
          <Section title="Their data">
            <PersonData data={data} />
          </Section>
        )}
      </div>
    </>
  );
}

function TabPanel({ user, page }: { user: CurrentUser; page: PageOfAccount }) {
  if (page.tab === 'account') return <Account user={user} {...page} />;
  const { student } = page;
  const { s_id } = student.student;
  if (page.tab === 'time') {
    return (
      <Section title={tabNames.time} isHidden>
        <StudentTimeSection
          student={student}
          time={page.time}
          isAdministrator={user.role === 'administrator'}
        />
      </Section>
    );
  }
  if (page.tab === 'notes') {
    return (
      <div className={styles['columns']}>
        <Section title="Staff notes" isHidden>
          <StudentNotes s_id={s_id} userId={user.account} first={page.notes} />
        </Section>
        <Section title="In the forum">
          <StudentPosts batch={student.batch} posts={page.posts} />
        </Section>
      </div>
    );
  }
  const { versions, result } = page;
  return (
    <>
      <Section title="The six tasks" isHidden>
        {result !== undefined && <StaffResult batch={student.batch} result={result} />}
        <StudentTimeline
          s_id={s_id}
          canRecord={student.project !== null}
          batch={student.batch}
          tasks={student.tasks}
          versions={versions}
        />
      </Section>
      <Section title="Versions and marks">
        <StudentVersions
          key={versions[0]?.number ?? ''}
          student={student.student}
          user={user}
          first={versions}
        />
      </Section>
    </>
  );
}

function tabsFor(user: CurrentUser, page: PageOfAccount): Tab[] {
  if (page.tab === 'account' && (page.person.role !== 'student' || page.person.anonymised))
    return ['account'];
  return user.role === 'administrator' ? ['work', 'time', 'notes', 'account'] : ['work', 'time', 'notes'];
}

/** With the tabs that the reader may open. */
export function PersonScreen({
  address,
  title,
  failure,
}: {
  address: Address;
  title: string;
  failure: string;
}) {
  return (
    <StaffScreen<Page>
      isOffice={address.first === 'account'}
      className={styles['page']}
      title={title}
      failure={failure}
      skeleton={['2.25rem', 6, 8]}
    >
      {(loaded, user) =>
        loaded.tab === 'moved' ? (
          <MovedTo to={loaded.to} />
        ) : (
          <>
            <ArchShapes />
            <Head
              person={loaded.tab === 'account' ? loaded.person : loaded.student}
              tab={loaded.tab}
              tabs={tabsFor(user, loaded)}
              address={address}
            />
            <TabPanel user={user} page={loaded} />
          </>
        )
      }
    </StaffScreen>
  );
}
