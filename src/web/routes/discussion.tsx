import { Link, redirect, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Announcement } from '#contract/notices/announcement-calls';
import type { Discussion, FoundQuestion, FoundQuestions as Found } from '#contract/forum/calls';
import { batchKey, limits } from '#contract/limits';
import {
  filterBefore,
  forumAddress,
  isNarrowed,
  questionAddress,
  questionQuery,
  questionView,
  type QuestionFilter,
  type QuestionView,
} from '#contract/forum/question-view';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { PinnedAnnouncements, readPinnedInForum } from '../features/notices/pinned-announcements.tsx';
import { DiscussionView } from '../features/forum/discussion-view.tsx';
import { FoundQuestions } from '../features/forum/search/found-questions.tsx';
import { PinnedQuestions } from '../features/forum/moderation/pinned-questions.tsx';
import styles from '../features/forum/forum.module.css';
import listStyles from '../features/forum/list.module.css';
import { Choices, QuestionSearch } from '../features/forum/search/question-search.tsx';
import { defer, toResult, valueOf, type Deferred, type Result } from '../lib/calls/deferred.ts';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Small, Stack } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { discussionAction, discussionOwner } from './discussion-action.ts';
import { DiscussionAnswer, ofAddress } from './discussion-answer.tsx';

export const meta = pageMeta('Discussion Forum');

type Shown = { batch: string | null } & (
  | { page: Discussion; pinned: readonly FoundQuestion[] }
  | { found: Found; within: { filter: QuestionFilter; found: Found } | null }
);

type Loaded = {
  user: CurrentUser;
  /** The name in the address. */
  batch: string;
  /** For calls: a student's email, for staff the batch's name. */
  s_id: string;
  view: QuestionView;
  /** The filter where the search began. */
  from: QuestionFilter | null;
  discussion: Deferred<Result<Shown>>;
  announcements: Deferred<readonly Announcement[]>;
  pageSize: number;
};

/** Questions in a server-rendered page; the browser loads the rest. */
const questionsInPage = 10;

const loadNewest =
  (limit: number) =>
  async (call: Call, { user, params, search, leadOn }: Visit): Promise<Loaded> => {
    const batch = params['batch'] ?? '';
    const s_id = discussionOwner(user, batch);
    const view = questionView(search);
    const from = filterBefore(search);
    // Old links to a question lead to its own page.
    const only = search.get('question');
    if (only !== null) throw redirect(questionAddress(batch, only));
    const after = search.get('after') ?? undefined;
    const read = async (): Promise<Shown> => {
      if (!isNarrowed(view) && after === undefined) {
        const [page, pinned] = await Promise.all([
          call('readDiscussion', { params: { s_id }, query: { limit } }),
          // Offline or with an older server, pinned questions stay in the list.
          toResult(call('findQuestions', { params: { s_id }, query: { filter: 'pinned' } })),
        ]);
        return { batch: page.batch, page, pinned: valueOf(pinned)?.questions ?? [] };
      }
      const find = (query: object) => call('findQuestions', { params: { s_id }, query });
      const before = view.q !== '' && view.filter === null ? from : null;
      const [found, inFilter] = await Promise.all([
        find({ ...questionQuery(view), ...(after !== undefined && { after }) }),
        before && toResult(find(questionQuery({ ...view, filter: before }))),
      ]);
      const counted = inFilter && valueOf(inFilter);
      const within = before && counted ? { filter: before, found: counted } : null;
      return { batch: found.batch, found, within };
    };
    const [discussion, announcements] = await Promise.all([
      defer(toResult(read().then((shown) => ofAddress(shown, { batch, leadOn })))),
      defer(readPinnedInForum(call, user, batch)),
    ]);
    return { user, batch, s_id, view, from, discussion, announcements, pageSize: limit };
  };

export const loader = serverLoader(loadNewest(questionsInPage));
export const clientLoader = browserLoader(loadNewest(limits.pageSize));

export const action = discussionAction;

function DiscussionContent({
  user,
  batch,
  s_id,
  view,
  discussion,
  pageSize,
}: Omit<Loaded, 'from' | 'discussion' | 'announcements'> & { discussion: Result<Shown> }) {
  const { revalidate } = useRevalidator();
  return (
    <DiscussionAnswer user={user} batch={batch} title="The forum could not be loaded" answer={discussion}>
      {(shown, name) =>
        'found' in shown ? (
          <>
            <AskLink batch={name} />
            <FoundQuestions s_id={s_id} batch={name} view={view} found={shown.found} within={shown.within} />
          </>
        ) : (
          <>
            <PinnedQuestions batch={name} questions={shown.pinned} />
            <DiscussionView
              key={s_id}
              s_id={s_id}
              user={user}
              newestPage={shown.page}
              pageSize={pageSize}
              onPinned={revalidate}
            />
          </>
        )
      }
    </DiscussionAnswer>
  );
}

/** In the place of the box, which it opens. */
function AskLink({ batch }: { batch: string }) {
  return (
    <Link to={`${forumAddress(batch)}#ask`} data-ask className={styles['askLink']}>
      Ask a question
    </Link>
  );
}

function DiscussionSkeleton({ batch }: { batch: string | null }) {
  return (
    <>
      {batch !== null && <AskLink batch={batch} />}
      <Stack gap={2} className={listStyles['list']}>
        <Skeleton height="13rem" />
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height="5rem" />
        ))}
      </Stack>
    </>
  );
}

export default function DiscussionScreen() {
  const { discussion, announcements, ...loaded } = useLoaderData<Loaded>();
  const { user, batch, s_id, view, from } = loaded;
  // The batch's official spelling.
  const own = [user.batch ?? '', ...user.batches].find((one) => batchKey(one) === batchKey(batch));
  const name = own ?? batch;
  const isOpen = own !== undefined && user.confirmation !== 'needed';
  return (
    <PageBody className={styles['forum']}>
      <header className={styles['title']}>
        <h1>Discussion Forum</h1>
        {user.batches.length > 1 ? (
          <Choices
            label="Your batches"
            current="page"
            choices={user.batches.map((one) => ({
              name: one,
              to: forumAddress(one),
              isChosen: one === name,
            }))}
          />
        ) : (
          (user.role !== 'student' || user.batch !== null) && <Small>{name}</Small>
        )}
      </header>
      {user.confirmation === 'needed' && <ConfirmNotice user={user} />}
      {isOpen && <QuestionSearch s_id={s_id} batch={name} view={view} from={from} />}
      <AwaitData data={announcements.data} skeleton={null}>
        {(pinned) =>
          pinned.length > 0 && (
            <div className={styles['aside']}>
              <PinnedAnnouncements user={user} announcements={pinned} />
            </div>
          )
        }
      </AwaitData>
      <AwaitData data={discussion.data} skeleton={<DiscussionSkeleton batch={isOpen ? name : null} />}>
        {(discussion) => <DiscussionContent {...loaded} discussion={discussion} />}
      </AwaitData>
    </PageBody>
  );
}
