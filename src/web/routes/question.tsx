import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Discussion } from '#contract/forum/calls';
import { forumAddress } from '#contract/forum/question-view';
import { isSameBatch, limits } from '#contract/limits';
import type { HiddenPost } from '#contract/forum/moderation-calls';
import { ConfirmNotice } from '../features/accounts/confirm-notice.tsx';
import { DiscussionView } from '../features/forum/discussion-view.tsx';
import styles from '../features/forum/forum.module.css';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, valueOf, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { AwaitData } from '../ui/await-data.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageBody } from '../ui/frame.tsx';
import { Small, Stack } from '../ui/layout.tsx';
import { Skeleton } from '../ui/states.tsx';
import { discussionAction, discussionOwner } from './discussion-action.ts';
import { DiscussionAnswer, ofAddress, oneOrCached } from './discussion-answer.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import postStyles from '../features/forum/post.module.css';

export const meta = pageMeta('Question');

type Loaded = {
  user: CurrentUser;
  /** The name in the address. */
  batch: string;
  /** For calls: a student's email, for staff the batch's name. */
  s_id: string;
  id: string;
  discussion: Deferred<Result<Shown>>;
};

/** `hidden` is the reader's own post that a mentor has hidden. */
type Shown = { batch: string | null; page: Discussion; hidden: HiddenPost | null };

function readQuestion(call: Call, s_id: string, id: string): Promise<Discussion> {
  const one = call('readDiscussion', { params: { s_id }, query: { question: id } });
  return oneOrCached(id, one, async () => {
    const query = { limit: limits.pageSize };
    const { batch, questions } = await call('readDiscussion', { params: { s_id }, query });
    return { batch, questions };
  });
}

/** The post in the address's `hidden`; null if shown again. */
async function readHidden(call: Call, s_id: string, id: string, named: string | null) {
  if (named === null) return null;
  const hidden = valueOf(await toResult(call('listHiddenPosts', { params: { s_id } })));
  return (
    hidden?.posts.find(({ question, comment }) => question === id && (comment ?? 'question') === named) ??
    null
  );
}

async function load(call: Call, { user, params, search, leadOn }: Visit): Promise<Loaded> {
  const { batch = '', id = '' } = params;
  const s_id = discussionOwner(user, batch);
  const read = async (): Promise<Shown> => {
    const [page, hidden] = await Promise.all([
      readQuestion(call, s_id, id),
      readHidden(call, s_id, id, user.role === 'student' ? search.get('hidden') : null),
    ]);
    return { batch: page.batch, page, hidden };
  };
  const discussion = await defer(toResult(read().then((shown) => ofAddress(shown, { batch, leadOn }))));
  return { user, batch, s_id, id, discussion };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);
export const action = discussionAction;

/** The target of notices, mails and shared links. */
export default function QuestionScreen() {
  const { user, batch, s_id, id, discussion } = useLoaderData<Loaded>();
  const isOwn = [user.batch, ...user.batches].some((one) => one !== null && isSameBatch(one, batch));
  return (
    <PageBody className={styles['single']}>
      <header className={styles['title']}>
        <h1>Question</h1>
        {user.batches.length > 1 && <Small>{batch}</Small>}
        {isOwn && (
          <ButtonLink to={forumAddress(batch)} variant="secondary" small>
            Show all questions
          </ButtonLink>
        )}
      </header>
      {user.confirmation === 'needed' && <ConfirmNotice user={user} />}
      <AwaitData data={discussion.data} skeleton={<Skeleton height="22rem" />}>
        {(answer) => (
          <DiscussionAnswer
            user={user}
            batch={batch}
            title="The question could not be loaded"
            answer={answer}
          >
            {({ page, hidden }) => (
              <>
                {hidden !== null && <HiddenPostNote post={hidden} />}
                {/* A hidden question shows nothing else. */}
                {(hidden === null || hidden.comment !== null) && (
                  <DiscussionView
                    key={`${s_id} ${id}`}
                    s_id={s_id}
                    user={user}
                    newestPage={page}
                    pageSize={limits.pageSize}
                    only={id}
                  />
                )}
              </>
            )}
          </DiscussionAnswer>
        )}
      </AwaitData>
    </PageBody>
  );
}

/** For its author. */
function HiddenPostNote({ post: { comment, text, reason, hidden_at } }: { post: HiddenPost }) {
  const noun = comment === null ? 'question' : 'comment';
  return (
    <Stack as="section" gap={2} className={postStyles['hidden']} aria-labelledby="hidden-post">
      <h2 id="hidden-post">
        <span>{`A mentor has hidden your ${noun}, `}</span>
        <TimeAgo value={hidden_at} />
      </h2>
      <blockquote>{text}</blockquote>
      <p>{reason === null ? 'No reason was given.' : `Reason: ${reason}`}</p>
      <Small>
        Only you and the mentors can see it. If you think this is a mistake, talk to a mentor of your batch.
      </Small>
    </Stack>
  );
}
