import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { briefsAddress } from '#contract/progress/batch-view';
import type { Brief } from '#contract/projects/brief-calls';
import { bankAddress } from '#contract/projects/viva-bank';
import { tasks, type Task } from '#contract/dates';
import { BriefForm } from '../features/marking/work/brief-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { beganFields } from '../lib/forms/began-fields.ts';
import { changedBody } from '../lib/forms/changed-body.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { Small, ScreenHead } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { ProjectCrumbs } from './project-crumbs.tsx';
import { staffLoad, StaffScreen } from './staff-screen.tsx';
import styles from '../features/marking/rubrics/rubrics.module.css';

export const meta = pageMeta('Task instructions');

/** `project` is null if it is unknown. */
type Page = { project: { id: string; name: string; course: string } | null; briefs: readonly Brief[] };

async function readPage(call: Call, p_id: string): Promise<Page> {
  const [projects, briefs] = await Promise.all([
    call('readProject', { params: { p_id } }),
    call('listBriefs', { params: { p_id } }),
  ]);
  const [project] = projects;
  if (project === undefined) return { project: null, briefs };
  const { name, course } = project;
  return { project: { id: p_id, name, course }, briefs };
}

const load = staffLoad((call, { params }) => readPage(call, params['p_id'] ?? ''));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'brief-saved': 'The instructions are saved.',
});

const setBrief: SignedInHandler = async (call, { fields, params }) => {
  const p_id = params['p_id'] ?? '';
  const { task = '', original, 'Idempotency-Key': idempotencyKey } = fields;
  const of = { p_id, task: task as Task };
  const changed = changedBody(fields, ({ text = '' }) => ({ text: text.trim() }));
  // For a server of a version before.
  const body = { ...changed, original: beganFields(fields)?.['text'] ?? original };
  const saved = await call('setBrief', { params: of, body, idempotencyKey });
  return redirectWithNotice(briefsAddress(p_id, task), 'brief-saved', { outcome: saved });
};
export const action = signedInAction(setBrief);
export const clientAction = browserAction(setBrief);

function Briefs({ user, page: { project, briefs } }: { user: CurrentUser; page: Page }) {
  if (project === null)
    return (
      <>
        <ScreenHead title="Task instructions" />
        <EmptyState title="There is no project with this id" />
      </>
    );
  return (
    <>
      <ProjectCrumbs user={user} project={project} />
      <ScreenHead title={`Instructions for ${project.name}`} />
      <Small>
        Students see them when they submit, mentors when they mark.{' '}
        <Link to={bankAddress(project.id)}>Questions for the viva</Link>
      </Small>
      {tasks.map((task) => (
        <BriefForm
          key={task}
          p_id={project.id}
          userId={user.account}
          stored={
            briefs.find((brief) => brief.task === task) ?? { task, text: '', html: null, changed_at: null }
          }
        />
      ))}
    </>
  );
}

export default function StaffBriefs() {
  return (
    <StaffScreen<Page>
      className={styles['page']}
      title="Task instructions"
      failure="The instructions could not be loaded"
      skeleton={['10rem', '10rem']}
    >
      {(loaded, user) => <Briefs user={user} page={loaded} />}
    </StaffScreen>
  );
}
