import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { briefsAddress } from '#contract/progress/batch-view';
import type { Brief } from '#contract/projects/brief-calls';
import { tasks, type Task } from '#contract/dates';
import { pageTitle } from '#contract/screens';
import { BriefForm } from '../features/marking/work/brief-form.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { ScreenHead } from '../ui/screen-head.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './staff-batch-dates.module.css';

export const meta = () => [{ title: pageTitle('Briefs') }];

/** `name` is null for an unknown project. */
type Page = { name: string | null; briefs: readonly Brief[] };

/** `page` is null for students, who read briefs at the submission. */
type LoaderData = { user: CurrentUser; p_id: string; page: Deferred<Result<Page>> | null };

async function readPage(call: Call, p_id: string): Promise<Page> {
  const [projects, briefs] = await Promise.all([
    call('readProject', { params: { p_id } }),
    call('listBriefs', { params: { p_id } }),
  ]);
  return { name: projects[0]?.name ?? null, briefs };
}

async function load(call: Call, { user, params }: Visit): Promise<LoaderData> {
  const p_id = params['p_id'] ?? '';
  if (user.role === 'student') return { user, p_id, page: null };
  return { user, p_id, page: await defer(toResult(readPage(call, p_id))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const setBrief: SignedInAct = async (call, { fields, params }) => {
  const p_id = params['p_id'] ?? '';
  const { task = '', text = '', original, 'Idempotency-Key': idempotencyKey } = fields;
  const of = { p_id, task: task as Task };
  const body = { text: text.trim(), original };
  const saved = await call('setBrief', { params: of, body, idempotencyKey });
  return redirectWithNotice(briefsAddress(p_id, task), 'brief-saved', { outcome: saved });
};
export const action = signedInAction(setBrief);
export const clientAction = browserAction(setBrief);

function Briefs({ user, p_id, page: { name, briefs } }: { user: CurrentUser; p_id: string; page: Page }) {
  if (name === null)
    return (
      <>
        <ScreenHead title="Briefs" />
        <EmptyState title="There is no project with this id" />
      </>
    );
  return (
    <>
      <ScreenHead title={`Briefs of ${name}`}>
        <p>Students see a brief when they submit, mentors when they mark.</p>
      </ScreenHead>
      {tasks.map((task) => (
        <BriefForm
          key={task}
          p_id={p_id}
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
  const { user, p_id, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      user={user}
      page={page}
      className={styles['page']}
      title="Briefs"
      failure="The briefs could not be loaded"
      skeleton={['10rem', '10rem']}
    >
      {(loaded) => <Briefs user={user} p_id={p_id} page={loaded} />}
    </StaffScreen>
  );
}
