import { briefsAddress } from '#contract/progress/batch-view';
import type { ProjectEntry } from '#contract/catalogue/calls';
import { catalogueProjectAddress } from '#contract/catalogue/catalogue-view';
import { bankAddress } from '#contract/projects/viva-bank';
import { isReady } from '#contract/projects/readiness';
import { readCourseChoice, type CourseChoice } from '../features/catalogue/course-field.tsx';
import { AddNext } from '../features/catalogue/course-tables.tsx';
import { entryAction } from '../features/catalogue/entry-action.ts';
import { readProjectFields } from '../features/catalogue/entry-fields.ts';
import { ProjectEditor } from '../features/catalogue/project-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EntryScreen } from './catalogue-entry.tsx';
import { officeLoad } from './staff-screen.tsx';

export const meta = pageMeta('Project in the catalogue');

type Page = { entry: ProjectEntry; courses: CourseChoice };

async function readPage(call: Call, p_id: string): Promise<Page> {
  const [entry, courses] = await Promise.all([
    call('readProjectEntry', { params: { p_id } }),
    readCourseChoice(call),
  ]);
  return { entry, courses };
}

const load = officeLoad((call, { params }) => readPage(call, params['p_id'] ?? ''));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeProject = entryAction('project', {
  read: readProjectFields,
  async change(call, { params, idempotencyKey }, body) {
    const p_id = params['p_id'] ?? '';
    await call('changeProject', { params: { p_id }, body, idempotencyKey });
    return catalogueProjectAddress(p_id);
  },
  remove: (call, { params, idempotencyKey }, body) =>
    call('removeProject', { params: { p_id: params['p_id'] ?? '' }, body, idempotencyKey }),
});
export const action = signedInAction(changeProject);
export const clientAction = browserAction(changeProject);

function factsOf(project: ProjectEntry): string {
  const state = project.retired ? ', archived' : isReady(project) ? '' : ', not offered yet';
  return `${project.id}${state}`;
}

const buttonsOf = ({ id }: ProjectEntry) => (
  <>
    <ButtonLink variant="secondary" small to={briefsAddress(id)}>
      Instructions
    </ButtonLink>
    <ButtonLink variant="secondary" small to={`/staff/projects/${encodeURIComponent(id)}/rubric`}>
      Rubric
    </ButtonLink>
  </>
);

export default function StaffCatalogueProject() {
  return (
    <EntryScreen<Page> kind="project" facts={factsOf} buttons={buttonsOf}>
      {({ entry, courses }, { account }) => (
        <>
          {!isReady(entry) && !entry.retired && (
            <Notice tone="warning">
              Students cannot choose this project yet. To offer it, fill in Details and save.
            </Notice>
          )}
          <ProjectEditor userId={account} stored={entry} initial={entry} courses={courses} />
          <Row gap={2}>
            <AddNext course={entry.course} />
            <ButtonLink variant="secondary" small to={bankAddress(entry.id)}>
              Viva questions
            </ButtonLink>
          </Row>
        </>
      )}
    </EntryScreen>
  );
}
