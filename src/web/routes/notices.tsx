import { Link, useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { NoticeList as NoticePage } from '#contract/notices/calls';
import { NoticeList } from '../features/notices/notice-list.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { hasOlder } from '../lib/has-older.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { useActionForm } from '../lib/forms/use-action-form.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { noteUnread, useUnreadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ActionForm } from '../ui/action-form.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Row, ScreenHead } from '../ui/layout.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { ResultPart } from './load-error.tsx';

export const meta = pageMeta('Notices');

type LoaderData = { user: CurrentUser; before: string | null; page: Deferred<Result<NoticePage>> };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const before = search.get('before');
  const query = before === null ? {} : { before };
  return { user, before, page: await defer(toResult(call('listNotices', { query }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({});

const readAll: SignedInHandler = async (call, { fields }) => {
  const { up_to = '', 'Idempotency-Key': idempotencyKey } = fields;
  const outcome = await call('readNotices', { body: { up_to }, idempotencyKey });
  return redirectWithNotice('/notices', null, { outcome });
};
export const action = signedInAction(readAll);
export const clientAction = browserAction(readAll);

function ReadAll({ user, newest }: { user: CurrentUser; newest: string }) {
  const form = useActionForm<{ unread: number }>({
    formName: 'read-all',
    hidden: { up_to: newest },
    action: '/notices',
    onDone: ({ unread }) => noteUnread(user, unread),
  });
  return <ActionForm form={form} button="Mark all as read" small />;
}

const examples = {
  student: 'New marks, answers, announcements, opening weeks and due dates appear here.',
  staff: 'Answers to your questions and review requests appear here.',
};

function Notices({ user, before, page }: { user: CurrentUser; before: string | null; page: NoticePage }) {
  const unread = useUnreadNotices(user);
  const { notices } = page;
  const [newest] = notices;
  if (newest === undefined) {
    return (
      <EmptyState
        title={before === null ? 'Nothing has happened yet' : 'There are no older notices'}
        action={
          before !== null && (
            <ButtonLink variant="secondary" to="/notices">
              The newest
            </ButtonLink>
          )
        }
      >
        <p>{examples[user.role === 'student' ? 'student' : 'staff']}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Row>
        <p>{unread === 0 ? 'No new notices.' : unread === 1 ? '1 is new.' : `${unread} are new.`}</p>
        {before === null && unread > 0 && <ReadAll user={user} newest={newest.id} />}
      </Row>
      <NoticeList user={user} notices={notices} />
      <Row>
        {before !== null && (
          <ButtonLink variant="secondary" to="/notices">
            The newest
          </ButtonLink>
        )}
        {hasOlder(notices.map(() => ({}))) && (
          <ButtonLink variant="secondary" to={`/notices?before=${notices.at(-1)?.id}`}>
            Older notices
          </ButtonLink>
        )}
      </Row>
    </>
  );
}

export default function NoticesScreen() {
  const { user, before, page } = useLoaderData<LoaderData>();
  return (
    <PageBody width="reading">
      <ScreenHead title="Notices">
        <p>
          Notices of the last 90 days. <Link to="/account#mails">Choose which notices you get by email</Link>.
        </p>
      </ScreenHead>
      <AwaitData key={before} data={page.data} skeleton={<Skeleton height="20rem" />}>
        {(result) => (
          <ResultPart result={result} title="Your notices could not be loaded">
            {(notices) => <Notices user={user} before={before} page={notices} />}
          </ResultPart>
        )}
      </AwaitData>
    </PageBody>
  );
}
