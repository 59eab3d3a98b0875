import type { CurrentUser } from '#contract/accounts/calls';
import {
  addable,
  catalogueAddress,
  catalogueBatchAddress,
  catalogueProjectAddress,
  courseAddress,
  type Addable,
} from '#contract/catalogue/catalogue-view';
import { BatchForm } from '../features/catalogue/batch-form.tsx';
import { readCourseChoice, type CourseChoice } from '../features/catalogue/course-field.tsx';
import { CourseForm } from '../features/catalogue/course-form.tsx';
import { readBatchFields, readProjectFields } from '../features/catalogue/entry-fields.ts';
import { ProjectEditor } from '../features/catalogue/project-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { refreshSession } from '../lib/session/session.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { useSite } from '../lib/page/site.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Add to the catalogue');

type Page = { what: Addable; course: string; courses: CourseChoice };

const whatOf = (search: URLSearchParams): Addable =>
  addable.find((one) => one === search.get('what')) ?? 'course';

async function readPage(call: Call, search: URLSearchParams): Promise<Page> {
  const courses = await readCourseChoice(call);
  const only = courses.areAll && courses.names.length === 1 ? courses.names[0] : undefined;
  return { what: whatOf(search), course: search.get('course') ?? only ?? '', courses };
}

const load = officeLoad((call, { search }) => readPage(call, search));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'course-added': 'The course is added.',
  'batch-added': 'The batch is added.',
  'project-added': 'The project is added.',
});

const addEntry: SignedInHandler = async (call, { fields }) => {
  const { act: formName, 'Idempotency-Key': idempotencyKey } = fields;
  if (formName === 'project') {
    const body = { id: (fields['id'] ?? '').trim(), ...readProjectFields(fields) };
    const { id } = await call('addProject', { body, idempotencyKey });
    return redirectWithNotice(catalogueProjectAddress(id), 'project-added');
  }
  if (formName === 'batch') {
    const dates = { start: fields['start'] ?? '', viva_deadline: fields['viva_deadline'] || null };
    const body = { ...readBatchFields(fields), ...dates };
    const { name } = await call('addBatch', { body, idempotencyKey });
    return redirectWithNotice(catalogueBatchAddress(name), 'batch-added');
  }
  const { name } = await call('addCourse', { body: { name: fields['name'] ?? '' }, idempotencyKey });
  return redirectWithNotice(courseAddress(name), 'course-added');
};
export const action = signedInAction(addEntry);
export const clientAction = browserAction(
  addEntry,
  ({ act: formName }) => formName === 'batch' && refreshSession(),
);

const titles = { course: 'Add a course', batch: 'Add a batch', project: 'Add a project' } as const;

function Add({ user, what, course, courses }: Page & { user: CurrentUser }) {
  const { academy } = useSite();
  return (
    <>
      <OfficeHead
        title={titles[what]}
        trail={[
          { label: 'Catalogue', to: catalogueAddress() },
          ...(course === '' ? [] : [{ label: course, to: courseAddress(course) }]),
        ]}
      />
      {what === 'course' && <CourseForm />}
      {what === 'batch' && <BatchForm courses={courses} initialCourse={course} zone={academy.zone} />}
      {what === 'project' && (
        <ProjectEditor
          userId={user.account}
          initial={{ course, id: courses.nextProject }}
          courses={courses}
        />
      )}
    </>
  );
}

export default function StaffCatalogueAdd() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Add to the catalogue"
      failure="The catalogue could not be loaded"
      skeleton={['form']}
    >
      {(loaded, user) => <Add key={loaded.what} user={user} {...loaded} />}
    </StaffScreen>
  );
}
