import type { CourseEntry, ListedCourse } from '#contract/catalogue/calls';
import { addAddress, catalogueAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { CourseTables } from '../features/catalogue/course-tables.tsx';
import { CourseForm } from '../features/catalogue/course-form.tsx';
import { EntryActs } from '../features/catalogue/entry-acts.tsx';
import { entryAct } from '../features/catalogue/entry-action.ts';
import { courseFields, readCourseFields } from '../features/catalogue/entry-fields.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EntryOf } from '../features/catalogue/entry-of.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Course');

type Page = { course: CourseEntry; listed: ListedCourse };

const load = officeLoad<Page>((call, { params, search }) => {
  const from = { batches: search.get('batches'), projects: search.get('projects') };
  const query = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null));
  return call('readCourseEntry', { params: { course: params['course'] ?? '' }, query });
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeCourse = entryAct('course', {
  read: readCourseFields,
  async change(call, { params, idempotencyKey }, body) {
    const of = { course: params['course'] ?? '' };
    return courseAddress((await call('changeCourse', { params: of, body, idempotencyKey })).name);
  },
  remove: (call, { params, idempotencyKey }, body) =>
    call('removeCourse', { params: { course: params['course'] ?? '' }, body, idempotencyKey }),
});
export const action = signedInAction(changeCourse);
export const clientAction = browserAction(changeCourse);

function Course({ course, listed }: Page) {
  const { name, retired: archived } = course;
  return (
    <>
      <OfficeHead
        title={name}
        trail={[{ label: 'Catalogue', to: catalogueAddress() }]}
        {...(archived && { facts: 'archived' })}
      >
        <ButtonLink variant="secondary" small to={addAddress('course')}>
          Add a course
        </ButtonLink>
      </OfficeHead>
      <CourseTables course={listed} />
      <CourseForm course={course} />
      <EntryActs
        kind="course"
        entry={course}
        fields={courseFields(course)}
        archivedMeans="it gets no new batch or project, and Home does not show its projects. Its students continue."
      />
    </>
  );
}

export default function StaffCatalogueCourse() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Course"
      failure="The course could not be loaded"
      skeleton={['10rem', 6]}
    >
      {(loaded) => (
        <EntryOf name={loaded.course.name}>
          <Course {...loaded} />
        </EntryOf>
      )}
    </StaffScreen>
  );
}
