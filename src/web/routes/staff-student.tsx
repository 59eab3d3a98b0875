import { useId, type ReactNode } from 'react';
import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import { batchAddress, studentAddress } from '#contract/progress/batch-view';
import { personAddress } from '#contract/people/people-view';
import { pageTitle } from '#contract/screens';
import type { StudentTime } from '#contract/progress/schedule-calls';
import type { MarkedVersion, StaffNote, StaffStudent, StudentPost } from '#contract/progress/student-calls';
import { StudentFacts } from '../features/progress/student-facts.tsx';
import { StudentNotes } from '../features/progress/student-notes.tsx';
import { StudentPosts } from '../features/progress/student-posts.tsx';
import { StudentTimeSection } from '../features/progress/student-time.tsx';
import { StudentTimeline } from '../features/progress/student-timeline.tsx';
import { StudentVersions } from '../features/progress/student-versions.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice, type ScreenNotice } from '../lib/screen-notices.ts';
import { browserAction, refuseInvalid, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './staff-student.module.css';

export const meta = () => [{ title: pageTitle('Student') }];

type Page = {
  student: StaffStudent;
  time: StudentTime;
  versions: MarkedVersion[];
  posts: StudentPost[];
  notes: StaffNote[];
};

/** `page` is null for students. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, s_id: string): Promise<Page> {
  const of = { params: { s_id } };
  const [student, time, versions, posts, notes] = await Promise.all([
    call('readStaffStudent', of),
    call('readStudentTime', of),
    call('listMarkedVersions', of),
    call('listStudentPosts', of),
    call('listStaffNotes', of),
  ]);
  return { student, time, versions, posts, notes };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  if (user.role === 'student') return { user, page: null };
  return { user, page: await defer(toResult(readPage(call, params['s_id'] ?? ''))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeStudent: SignedInAct = async (call, { fields, params }) => {
  const s_id = params['s_id'] ?? '';
  const { act, text = '', note = '', reason = '', 'Idempotency-Key': idempotencyKey } = fields;
  const of = { params: { s_id }, idempotencyKey };
  const done = (name: ScreenNotice) => redirectWithNotice(studentAddress(s_id), name);
  const { task, until = '', start = '', p_id = '' } = fields;
  if (act === 'delete-note') {
    await call('deleteStaffNote', { params: { s_id, note }, idempotencyKey });
    return done('note-deleted');
  }
  if (act === 'extend') {
    await call('extendDueDate', { ...of, body: { task: task as Task, until, reason } });
    return done('more-time');
  }
  if (act === 'start') {
    await call('correctStart', { ...of, body: { start, reason } });
    return done('start-corrected');
  }
  if (act === 'undo') {
    await call('undoSelection', { ...of, body: { p_id, reason } });
    return done('choice-undone');
  }
  if (text.trim() === '') refuseInvalid({ field: 'text', message: 'The note is empty' });
  await call('addStaffNote', { ...of, body: { text: text.trim() } });
  return done('note-added');
};
export const action = signedInAction(changeStudent);
export const clientAction = browserAction(changeStudent);

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function StudentScreen({ user, page }: { user: CurrentUser; page: Page }) {
  const { student, time, versions, posts, notes } = page;
  const { s_id, s_name } = student.student;
  return (
    <>
      <ScreenHead title={s_name}>
        {(student.batch !== null || user.role === 'administrator') && (
          <p className={styles['ways']}>
            {student.batch !== null && (
              <ButtonLink variant="secondary" small to={batchAddress(student.batch)}>
                {`All students of ${student.batch}`}
              </ButtonLink>
            )}
            {user.role === 'administrator' && (
              <ButtonLink variant="secondary" small to={personAddress(s_id)}>
                Account and placement
              </ButtonLink>
            )}
          </p>
        )}
      </ScreenHead>
      {student.reason !== null && (
        <Notice tone="warning" role="note">
          {student.reason}
        </Notice>
      )}
      <StudentFacts of={student} />
      <Section title="The six tasks">
        <StudentTimeline tasks={student.tasks} />
      </Section>
      <Section title="Time">
        <StudentTimeSection time={time} isAdministrator={user.role === 'administrator'} />
      </Section>
      <div className={styles['columns']}>
        <Section title="Versions and marks">
          <StudentVersions
            key={versions[0]?.number ?? ''}
            student={student.student}
            userId={user.account}
            first={versions}
          />
        </Section>
        <div className={styles['side']}>
          <Section title="Staff notes">
            <StudentNotes s_id={s_id} userId={user.account} first={notes} />
          </Section>
          <Section title="In the forum">
            <StudentPosts batch={student.batch} posts={posts} />
          </Section>
        </div>
      </div>
    </>
  );
}

export default function StaffStudent() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      user={user}
      page={page}
      className={styles['page']}
      title="Student"
      failure="This student could not be loaded"
      skeleton={['12rem', '10rem', '24rem']}
    >
      {(loaded) => <StudentScreen user={user} page={loaded} />}
    </StaffScreen>
  );
}
