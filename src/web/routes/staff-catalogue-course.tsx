import { Link, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { CourseEntry, ListedCourse } from '#contract/catalogue/calls';
import { addAddress, catalogueAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { pageTitle } from '#contract/screens';
import { BatchLinks, ProjectLinks } from '../features/catalogue/course-card.tsx';
import { CourseForm } from '../features/catalogue/course-form.tsx';
import { EntryActs } from '../features/catalogue/entry-acts.tsx';
import { isRetired, noticeOfEntry } from '../features/catalogue/entry-fields.ts';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import styles from './staff-catalogue.module.css';
import { StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Course') }];

type Page = { course: CourseEntry; listed: ListedCourse };

/** `page` is null except for administrators. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function load(call: Call, { user, params, search }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  const from = { batches: search.get('batches'), projects: search.get('projects') };
  const query = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null));
  const page = call('readCourseEntry', { params: { course: params['course'] ?? '' }, query });
  return { user, page: await defer(toResult(page)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeCourse: SignedInAct = async (call, { fields, params }) => {
  const course = params['course'] ?? '';
  const { act, name = '', version, retired, 'Idempotency-Key': idempotencyKey } = fields;
  const of = { params: { course }, idempotencyKey };
  if (act === 'remove') {
    await call('removeCourse', of);
    return redirectWithNotice(catalogueAddress(), 'course-remove');
  }
  const body = { name, retired: isRetired(act, retired), version };
  const saved = await call('changeCourse', { ...of, body });
  return redirectWithNotice(courseAddress(saved.name), noticeOfEntry('course', act), { replaces: true });
};
export const action = signedInAction(changeCourse);
export const clientAction = browserAction(changeCourse);

function Course({ course, listed }: Page) {
  const { name, retired } = course;
  return (
    <>
      <ScreenHead title={name}>
        <p>
          <Link to={catalogueAddress()}>Catalogue</Link>
          {retired && <span>, archived</span>}
        </p>
      </ScreenHead>
      <CourseForm key={String(retired)} course={course} />
      <section className={styles['section']} aria-labelledby="batches">
        <h2 id="batches">Batches</h2>
        <BatchLinks batches={listed.batches} />
        <p className={styles['acts']}>
          {listed.next_batches !== null && (
            <Link to={courseAddress(name, { batches: listed.next_batches })}>Older batches</Link>
          )}
          {!retired && (
            <ButtonLink variant="secondary" small to={addAddress('batch', name)}>
              Add a batch
            </ButtonLink>
          )}
        </p>
      </section>
      <section className={styles['section']} aria-labelledby="projects">
        <h2 id="projects">Projects</h2>
        <ProjectLinks projects={listed.projects} />
        <p className={styles['acts']}>
          {listed.next_projects !== null && (
            <Link to={courseAddress(name, { projects: listed.next_projects })}>More projects</Link>
          )}
          {!retired && (
            <ButtonLink variant="secondary" small to={addAddress('project', name)}>
              Add a project
            </ButtonLink>
          )}
        </p>
      </section>
      <EntryActs
        kind="course"
        entry={course}
        fields={{ name }}
        retiredMeans="it gets no new batch or project, and Home does not show its projects; its students continue."
      />
    </>
  );
}

export default function StaffCatalogueCourse() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Course"
      failure="The course could not be loaded"
      skeleton={['10rem', '18rem']}
    >
      {(loaded) => <Course key={loaded.course.name} {...loaded} />}
    </StaffScreen>
  );
}
