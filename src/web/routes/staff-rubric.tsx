import { Link, useLocation } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { tasks, type Task } from '#contract/dates';
import type { Rubric } from '#contract/projects/rubric-calls';
import { RemarkQuestion, RubricEditor } from '../features/marking/rubrics/rubric-editor.tsx';
import {
  beganBody,
  linesBody,
  linesOfFields,
  parseBegan,
  wrongPoints,
} from '../features/marking/rubrics/rubric-form.ts';
import { rubricAddress } from '../features/marking/rubrics/rubric-address.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import {
  browserAction,
  refuseInvalid,
  signedInAction,
  type SignedInHandler,
} from '../lib/forms/form-action.ts';
import { beganFields, removalBody } from '../lib/forms/began-fields.ts';
import { taskLabel } from '../lib/task-label.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { FoldSummary, Row, Small, ScreenHead } from '../ui/layout.tsx';
import { ProjectCrumbs } from './project-crumbs.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';
import styles from '../features/marking/rubrics/rubrics.module.css';

export const meta = pageMeta('Rubric');

type Page = { rubric: Rubric; projects: readonly { id: string; name: string }[] };

const taskOf = (search: URLSearchParams): Task =>
  tasks.find((task) => task === search.get('task')) ?? tasks[0];

async function readPage(call: Call, p_id: string, task: Task): Promise<Page> {
  const rubric = await call('readRubric', { params: { p_id, task } });
  const projects = await call('listAvailableProjects', { params: { course: rubric.project.course } });
  return { rubric, projects };
}

const load = staffLoad((call, { params, search }) => readPage(call, params['id'] ?? '', taskOf(search)));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'rubric-saved': 'The rubric is saved.',
  remarked: 'The marks now use the current rubric.',
});

/** Saves the rubric, or recalculates marks. */
const submit: SignedInHandler = async (call, { fields, params, search }) => {
  const p_id = params['id'] ?? '';
  const task = taskOf(search);
  const { original = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (fields['act'] === 'remark') {
    const body = removalBody(fields);
    await call('remarkByRubric', { params: { p_id, task }, body, idempotencyKey });
    return redirectWithNotice(rubricAddress(p_id, task), 'remarked');
  }
  const lines = linesOfFields(fields);
  refuseInvalid(wrongPoints(lines));
  const began = parseBegan(beganFields(fields)?.['lines']);
  // `original` is for a server of a version before.
  const ids = original === '' ? [] : original.split(' ');
  const typed = linesBody(lines);
  const body = { lines: typed, original: ids, ...beganBody(typed, began) };
  const saved = await call('changeRubric', { params: { p_id, task }, body, idempotencyKey });
  return redirectWithNotice(rubricAddress(p_id, task), 'rubric-saved', { outcome: saved });
};
export const action = signedInAction(submit);
export const clientAction = browserAction(submit);

function RubricScreen({ user, page: { rubric, projects } }: { user: CurrentUser; page: Page }) {
  const { project, task } = rubric;
  const { state } = useLocation();
  return (
    <>
      <ProjectCrumbs user={user} project={project} />
      <Row gap={2} className={styles['top']}>
        <ScreenHead title={`Rubric of ${project.name}`} />
        <Row as="nav" gap={2} aria-label="Tasks" className={styles['tabs']}>
          {tasks.map((one) => (
            <ButtonLink
              key={one}
              to={rubricAddress(project.id, one)}
              state={state}
              variant="choice"
              small
              aria-current={one === task ? 'page' : undefined}
            >
              {taskLabel(one)}
            </ButtonLink>
          ))}
        </Row>
      </Row>
      <RemarkQuestion key={`${task} ${rubric.outdated}`} rubric={rubric} />
      <RubricEditor userId={user.account} rubric={rubric} />
      <Small>{`Used to mark ${taskLabel(task)} in every batch of ${project.course}.`}</Small>
      {projects.length > 1 && (
        <details>
          <FoldSummary>Rubrics of other projects</FoldSummary>
          <ul>
            {projects
              .filter(({ id }) => id !== project.id)
              .map(({ id, name }) => (
                <li key={id}>
                  <Link to={rubricAddress(id, task)}>{name}</Link>
                </li>
              ))}
          </ul>
        </details>
      )}
    </>
  );
}

export default function StaffRubric() {
  return (
    <StaffScreen<Page>
      className={styles['page']}
      title="Rubric"
      failure="This rubric could not be loaded"
      skeleton={['2rem', 7]}
    >
      {(loaded, user) => (
        <RubricScreen key={`${loaded.rubric.project.id} ${loaded.rubric.task}`} user={user} page={loaded} />
      )}
    </StaffScreen>
  );
}
