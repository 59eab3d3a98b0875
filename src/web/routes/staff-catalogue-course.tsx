import type { CourseEntry, ListedCourse } from '#contract/catalogue/calls';
import { addAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { CourseTables } from '../features/catalogue/course-tables.tsx';
import { CourseForm } from '../features/catalogue/course-form.tsx';
import { entryAction } from '../features/catalogue/entry-action.ts';
import { readCourseFields } from '../features/catalogue/entry-fields.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EntryScreen } from './catalogue-entry.tsx';
import { officeLoad } from './staff-screen.tsx';

export const meta = pageMeta('Course');

type Page = { entry: CourseEntry; listed: ListedCourse };

const load = officeLoad<Page>(async (call, { params, search }) => {
  const from = { batches: search.get('batches'), projects: search.get('projects') };
  const query = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null));
  const of = { course: params['course'] ?? '' };
  const { course: entry, listed } = await call('readCourseEntry', { params: of, query });
  return { entry, listed };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeCourse = entryAction('course', {
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

const buttonsOf = () => (
  <ButtonLink variant="secondary" small to={addAddress('course')}>
    Add a course
  </ButtonLink>
);

export default function StaffCatalogueCourse() {
  return (
    <EntryScreen<Page> kind="course" buttons={buttonsOf}>
      {({ entry, listed }) => (
        <>
          <CourseTables course={listed} />
          <CourseForm course={entry} />
        </>
      )}
    </EntryScreen>
  );
}
