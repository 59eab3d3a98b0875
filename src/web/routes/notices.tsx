import { Link, redirect, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { NoticeList as NoticePage } from '#contract/notices/calls';
import { pageTitle } from '#contract/screens';
import { NoticeList } from '../features/notices/notice-list.tsx';
import { errorMessage, type Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { FormKey } from '../lib/forms/form-key.tsx';
import { hasOlder } from '../lib/has-older.ts';
import { useRefusedForm } from '../lib/forms/refused-form.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { signedInAction } from '../lib/forms/form-action.ts';
import { readNotices, useUnreadNotices } from '../lib/unread-notices.ts';
import { useMutation } from '../lib/forms/use-mutation.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { MessageRoom } from '../ui/message-room.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { LoadError } from './load-error.tsx';
import styles from './notices.module.css';

export const meta = () => [{ title: pageTitle('Notices') }];

type LoaderData = { user: CurrentUser; before: string | null; page: Deferred<Result<NoticePage>> };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const before = search.get('before');
  const query = before === null ? {} : { before };
  return { user, before, page: await defer(toResult(call('listNotices', { query }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Notes all that stood on the list as read, and shows it again. */
export const action = signedInAction(async (call, { fields }) => {
  const { up_to = '', 'Idempotency-Key': idempotencyKey } = fields;
  await call('readNotices', { body: { up_to }, idempotencyKey });
  return redirect('/notices', 303);
});

function ReadAll({ user, newest }: { user: CurrentUser; newest: string }) {
  const refused = useRefusedForm();
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const failure = error === null ? refused?.failure.message : errorMessage(error);
  return (
    <form
      method="post"
      action="/notices"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          await readNotices(user, { up_to: newest });
          await revalidate();
        });
      }}
    >
      <FormKey of="read-all" />
      <input type="hidden" name="up_to" value={newest} />
      <Button type="submit" variant="secondary" small busy={isBusy}>
        Mark all as read
      </Button>
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
    </form>
  );
}

const examples = {
  student:
    'Here you are told when a mark is released, somebody answers your question, a mentor announces something, a week opens or a deadline comes near.',
  staff: 'Here you are told when somebody answers your question, or a student asks for a second look.',
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
      <div className={styles['head']}>
        <p>{unread === 0 ? 'You have read them all.' : unread === 1 ? '1 is new.' : `${unread} are new.`}</p>
        {before === null && unread > 0 && <ReadAll user={user} newest={newest.id} />}
      </div>
      <NoticeList user={user} notices={notices} />
      <div className={styles['pages']}>
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
      </div>
    </>
  );
}

export default function NoticesScreen() {
  const { user, before, page } = useLoaderData<LoaderData>();
  const { revalidate } = useRevalidator();
  return (
    <PageBody width="reading" className={styles['page']}>
      <ScreenHead title="Notices">
        <p>
          What happened for you in the last 90 days. Which of it comes by mail, you choose under{' '}
          <Link to="/account#mails">Your account</Link>.
        </p>
      </ScreenHead>
      <AwaitData key={before} data={page.data} skeleton={<Skeleton height="20rem" />}>
        {(result) =>
          'error' in result ? (
            <LoadError
              title="Your notices could not be loaded"
              error={result.error}
              onRetry={() => void revalidate()}
            />
          ) : (
            <Notices user={user} before={before} page={result.value} />
          )
        }
      </AwaitData>
    </PageBody>
  );
}
