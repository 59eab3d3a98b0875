import type { CurrentUser } from '#contract/accounts/calls';
import { briefsAddress } from '#contract/progress/batch-view';
import type { ProjectEntry } from '#contract/catalogue/calls';
import { catalogueAddress, catalogueProjectAddress, courseAddress } from '#contract/catalogue/catalogue-view';
import { bankAddress } from '#contract/projects/viva-bank';
import { isReady } from '#contract/projects/readiness';
import { readCourseChoice, type CourseChoice } from '../features/catalogue/course-field.tsx';
import { AddNext } from '../features/catalogue/course-tables.tsx';
import { EntryActs } from '../features/catalogue/entry-acts.tsx';
import { entryAct } from '../features/catalogue/entry-action.ts';
import { projectFields, readProjectFields } from '../features/catalogue/entry-fields.ts';
import { ProjectForm, useProjectForm } from '../features/catalogue/project-form.tsx';
import { ProjectView } from '../features/projects/project-view.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Row } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './office.module.css';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Project in the catalogue');

type Page = { project: ProjectEntry; courses: CourseChoice };

async function readPage(call: Call, p_id: string): Promise<Page> {
  const [project, courses] = await Promise.all([
    call('readProjectEntry', { params: { p_id } }),
    readCourseChoice(call),
  ]);
  return { project, courses };
}

const load = officeLoad((call, { params }) => readPage(call, params['p_id'] ?? ''));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const changeProject = entryAct('project', {
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

function Project({ user, project, courses }: Page & { user: CurrentUser }) {
  const form = useProjectForm(user.account, project, project);
  const { id, name, course, retired: archived } = project;
  const isIncomplete = !isReady(project);
  const state = archived ? ', archived' : isIncomplete ? ', not offered yet' : '';
  return (
    <>
      <OfficeHead
        title={name}
        trail={[
          { label: 'Catalogue', to: catalogueAddress() },
          { label: course, to: courseAddress(course) },
        ]}
        facts={`${id}${state}`}
      >
        <ButtonLink variant="secondary" small to={briefsAddress(id)}>
          Instructions
        </ButtonLink>
        <ButtonLink variant="secondary" small to={`/staff/projects/${encodeURIComponent(id)}/rubric`}>
          Rubric
        </ButtonLink>
      </OfficeHead>
      {isIncomplete && !archived && (
        <Notice tone="warning">
          Students cannot choose this project yet. To offer it, fill in Details and save.
        </Notice>
      )}
      <div className={styles['both']}>
        <ProjectForm form={form} isNew={false} courses={courses} />
        {/* Scrollable, also by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div role="region" className={styles['view']} aria-labelledby="as-students-see-it" tabIndex={0}>
          <h2 id="as-students-see-it">As students see it</h2>
          <ProjectView project={form.shown} />
        </div>
      </div>
      <Row gap={2}>
        <AddNext course={course} />
        <ButtonLink variant="secondary" small to={bankAddress(id)}>
          Viva questions
        </ButtonLink>
      </Row>
      <EntryActs
        kind="project"
        entry={project}
        fields={projectFields(project)}
        archivedMeans="it is no longer offered. Students who have chosen it keep it."
      />
    </>
  );
}

export default function StaffCatalogueProject() {
  return (
    <StaffScreen<Page> isOffice title="Project" failure="The project could not be loaded" skeleton={['form']}>
      {(loaded, user) => <Project key={loaded.project.id} user={user} {...loaded} />}
    </StaffScreen>
  );
}
