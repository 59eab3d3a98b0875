import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { beginningOf, plainTextOf } from '#contract/excerpt';
import { withoutAttachmentMarks } from '#contract/forum/attachment-marks';
import { questionAddress, privateAddress } from '#contract/forum/question-view';
import type { PrivatePost, PrivateQuestion } from '#contract/private-questions/calls';
import { call } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { useRequests, useSent } from '../../lib/outbox/use-outbox.ts';
import { onceInView, useReadNotices } from '../../lib/unread-notices.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { FoldSummary, Row, Small, Stack } from '../../ui/layout.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { AttachedFiles } from '../forum/attachments/attached-files.tsx';
import { attachTo } from '../forum/attachments/attach.tsx';
import { Byline } from '../forum/byline.tsx';
import { CommentBox } from '../forum/composer/comment-box.tsx';
import { EditBox } from '../forum/composer/edit-box.tsx';
import { currentQuestionOf, EditConflict } from '../forum/composer/edit-conflict.tsx';
import { PostWords } from '../forum/composer/mention-text.tsx';
import { WaitingAnswer, WaitingNote } from '../forum/news/waiting-note.tsx';
import { textOf, withoutShown } from '../forum/news/waiting-discussion.ts';
import { CommentsSign, Icon, UnreadSign } from '../forum/signs.tsx';
import styles from './private-question.module.css';
import { privateDraft, privateEditDraft } from '../../lib/stored-names/forum.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

/** What all posts of a screen share. `s_id`: the student's email, for staff the batch's name. */
export type Reading = { user: CurrentUser; s_id: string; batch: string; onChanged: () => void };

const summaryLength = 160;
const beginning = ({ text, html }: PrivatePost) =>
  beginningOf(plainTextOf(withoutAttachmentMarks(text), html), summaryLength);

/** A change by a button, also without script. */
function ActionButton({
  question,
  formName,
  button,
  children,
}: {
  question: string;
  formName: string;
  button: string;
  children?: ReactNode;
}) {
  const form = useActionForm({
    formName,
    target: { question },
    keepsPlace: true,
  });
  return (
    <ActionForm form={form} button={button} small className={styles['action']}>
      {children}
    </ActionForm>
  );
}

const isEditOf =
  (post: string) =>
  ({ call, body }: QueuedRequest) =>
    call === 'changePrivate' && body?.['post'] === post;

function DeletePost({
  post: { id, text },
  question: { _id, posts },
  isQuestion,
}: {
  post: PrivatePost;
  question: PrivateQuestion;
  isQuestion: boolean;
}) {
  const form = useSeenAction({
    formName: 'delete',
    target: { question: _id, post: id },
    keepsPlace: true,
    // A question takes its answers with it.
    seen: { text, ...(isQuestion && { newest: posts.at(-1)?.id ?? null }) },
  });
  const { changed } = form;
  return (
    <ActionForm
      form={form}
      button={`Delete the ${isQuestion ? 'question' : 'answer'}`}
      small
      className={styles['action']}
      conflict={
        changed !== null &&
        (changed.text === text ? <p>Read the new answers first.</p> : <blockquote>{changed.text}</blockquote>)
      }
    >
      <p>{isQuestion ? 'This also deletes its answers. You cannot undo it.' : 'You cannot undo it.'}</p>
    </ActionForm>
  );
}

/** An edit in the outbox, and what is shown of it until the new text is loaded. */
function useEdit({ id, text }: PrivatePost, question: string, onChanged: () => void) {
  const subject = subjects.privateQuestion(question);
  const edit = useRequests(subject).find(isEditOf(id));
  const [sent, setSent] = useState<{ before: string; text: string } | null>(null);
  useSent((request) => {
    if (request.subject !== subject || !isEditOf(id)(request)) return false;
    setSent({ before: text, text: textOf(request) });
    onChanged();
    return true;
  });
  if (edit !== undefined) return { edit, typed: edit.state === 'refused' ? null : textOf(edit) };
  return { edit, typed: sent?.before === text ? sent.text : null };
}

function Post({
  post,
  question,
  isQuestion,
  reading: { user, s_id, batch, onChanged },
}: {
  post: PrivatePost;
  question: PrivateQuestion;
  isQuestion: boolean;
  reading: Reading;
}) {
  const [isEditing, setEditing] = useState(false);
  const { id, text, author, createdAt, editedAt, can, format } = post;
  const { edit, typed } = useEdit(post, question._id, onChanged);
  const params = { s_id, id: question._id };
  const noun = isQuestion ? 'question' : 'answer';
  const conflict = edit === undefined ? null : currentQuestionOf(edit);
  if (isEditing)
    return (
      <EditBox
        label={`Edit the ${noun}`}
        action={`Update the ${noun}`}
        draftKey={privateEditDraft(user.account, id)}
        text={typed ?? text}
        format={format}
        onUpdate={(changed, before, drafts) =>
          queueRequest({
            call: 'changePrivate',
            params,
            body: { act: 'edit', post: id, text: changed, began: { text: before } },
            subject: subjects.privateQuestion(question._id),
            label: { to: privateAddress(batch, question._id) },
            drafts,
          })
        }
        onAttach={attachTo(s_id)}
        onDone={() => setEditing(false)}
      />
    );
  return (
    <>
      <Row gap={2} className={styles['by']}>
        <Byline author={author} />
        <Small as="span">
          <TimeAgo value={createdAt} />
          {editedAt !== undefined && <span> · edited</span>}
        </Small>
      </Row>
      {typed === null ? <PostWords {...post} /> : <PostWords text={typed} format={format} />}
      {edit !== undefined && conflict === null && (
        <WaitingNote request={edit} onTakenBack={() => setEditing(true)} />
      )}
      {edit !== undefined && conflict !== null && (
        <EditConflict request={edit} current={conflict} onKeepTheirs={onChanged} />
      )}
      <AttachedFiles post={post} />
      {can !== undefined && (
        <Row gap={3}>
          {question.opened === null && (
            <Button variant="quiet" small onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <details>
            <FoldSummary>Delete</FoldSummary>
            <DeletePost {...{ post, question, isQuestion }} />
          </details>
        </Row>
      )}
    </>
  );
}

/** For its author. */
function OpenToBatch({ question }: { question: PrivateQuestion }) {
  return (
    <details open={question.open_asked !== null}>
      <FoldSummary>Share with the batch</FoldSummary>
      <ActionButton question={question._id} formName="open" button="Share with the batch">
        <p>
          {question.posts_count === 1
            ? 'Then your whole batch can read the question.'
            : 'Then your whole batch can read the question and all its answers.'}
        </p>
        <Checkbox label="Anonymously (mentors see your name)" name="anonymous" value="true" />
      </ActionButton>
    </details>
  );
}

/** A colleague's question is taken over by name, also where the page did not show yet that it is taken. */
function TakeQuestion({ question: { _id: id, taken_by } }: { question: PrivateQuestion }) {
  const form = useSeenAction({
    formName: 'take',
    target: { question: id },
    keepsPlace: true,
    seen: { taken_by },
  });
  const taker = form.changed === null ? taken_by : form.changed.taken_by;
  if (taker?.is_you === true) return null;
  if (taker === null)
    return <ActionForm form={form} button="Assign to me" small className={styles['action']} />;
  return (
    <details open={form.changed !== null}>
      <FoldSummary>Take over</FoldSummary>
      <ActionForm form={form} button={`Take over from ${taker.name}`} small className={styles['action']}>
        <p>
          <span>{`${taker.name} has taken this question`}</span>
          {taker.since !== null && (
            <>
              {' '}
              <TimeAgo value={taker.since} />
            </>
          )}
        </p>
      </ActionForm>
    </details>
  );
}

function Buttons({ question, isStaff }: { question: PrivateQuestion; isStaff: boolean }) {
  const { _id: id, open_asked: asker } = question;
  if (!isStaff)
    return (
      <>
        {asker !== null && <p>{`${asker} asks you to share this question with the batch. You decide.`}</p>}
        <OpenToBatch question={question} />
      </>
    );
  return (
    <Row gap={3}>
      <TakeQuestion question={question} />
      {asker === null ? (
        <ActionButton question={id} formName="ask-to-open" button="Ask the student to share it" />
      ) : (
        <Small>{`${asker} has asked the student to share it with the batch.`}</Small>
      )}
    </Row>
  );
}

function stateOf({ waiting_since: waits, taken_by: taker, opened }: PrivateQuestion): string {
  if (opened !== null) return 'Shared with the batch';
  const who = taker?.is_you === true ? 'you' : taker?.name;
  if (waits === null) return who === undefined ? 'No answer' : `Answered by ${who}`;
  return who === undefined ? 'Waiting for an answer' : `Waiting for ${who}`;
}

/** Folded to a line unless it is new or waits for its reader. */
export function PrivateQuestionCard({
  question,
  sent,
  isOnly,
  reading,
}: {
  question: PrivateQuestion;
  /** Answers that are not loaded yet. */
  sent: readonly QueuedRequest[];
  isOnly: boolean;
  reading: Reading;
}) {
  const { user, s_id, batch } = reading;
  const { _id: id, posts, posts_count: count, unread, opened } = question;
  const isStaff = user.role !== 'student';
  const [isOpen, setOpen] = useState(isOnly || unread > 0 || question.open_asked !== null);
  const { account } = user;
  const newest = posts.at(-1)?.id;
  useReadNotices(user, isOpen ? `private:${id}` : null);
  useEffect(() => {
    if (!isOpen || unread === 0 || newest === undefined) return;
    const body = { act: 'read' as const, post: newest };
    return onceInView(async () => {
      await call('changePrivate', { params: { s_id, id }, body, isBackground: true });
    });
  }, [isOpen, unread, newest, s_id, id]);
  const subject = subjects.privateQuestion(id);
  const requests = useRequests(subject);
  const messages = requests.filter((request) => request.call === 'sendPrivate');
  const unsent = withoutShown(messages, posts);
  const waiting = [...withoutShown(sent, posts), ...unsent];
  const refused = waiting.find(({ state }) => state === 'refused');
  const { onChanged } = reading;
  // It may be refused because of posts that are not shown yet.
  useEffect(() => {
    if (refused?.id !== undefined) onChanged();
  }, [refused?.id, onChanged]);
  // A mentor answers what was read: posts of a moment ago are shown first.
  const seen = isStaff && newest !== undefined ? { newest } : undefined;
  const [first, ...answers] = posts;
  if (first === undefined) return null;
  const earlier = count - posts.length;
  return (
    <Card as="article" id={`private-${id}`} className={styles['card']}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary data-plain className={styles['summary']}>
          <span className={styles['beginning']}>{beginning(first)}</span>
          <Small as="span" className={styles['facts']}>
            {unread > 0 && <UnreadSign count={unread} />}
            {opened === null && <Icon icon="lock" />}
            {isStaff && <strong>{first.author.name}</strong>}
            <CommentsSign count={count - 1} />
            <span>
              <span>{stateOf(question)}</span>
              {unsent.length + requests.length - messages.length > 0 && <span> · not sent yet</span>}
              <span> · </span>
              <TimeAgo value={posts.at(-1)?.createdAt ?? first.createdAt} />
            </span>
          </Small>
        </summary>
        <Stack gap={3} className={styles['thread']}>
          <div>
            <Post post={first} question={question} isQuestion reading={reading} />
          </div>
          {earlier > 0 && (
            <Link
              to={privateAddress(batch, id)}
            >{`Show ${earlier} earlier ${earlier === 1 ? 'answer' : 'answers'}`}</Link>
          )}
          {answers.length + waiting.length > 0 && (
            <ul className={styles['answers']}>
              {answers.map((post) => (
                <li key={post.id}>
                  <Post post={post} question={question} isQuestion={false} reading={reading} />
                </li>
              ))}
              {waiting.map((request) => (
                <WaitingAnswer key={request.id} request={request} />
              ))}
            </ul>
          )}
          {opened === null ? (
            <>
              <CommentBox
                questionId={id}
                draftKey={privateDraft(account, id)}
                isSolved={false}
                isAnonymous={false}
                refused={refused}
                hidden={seen}
                onSend={(text, drafts) =>
                  queueRequest({
                    call: 'sendPrivate',
                    params: { s_id },
                    body: { text, format: 'markdown', question: id, ...seen },
                    subject,
                    label: { to: privateAddress(batch, id) },
                    drafts,
                  })
                }
                onAttach={attachTo(s_id)}
              />
              <Buttons question={question} isStaff={isStaff} />
            </>
          ) : (
            <p>
              <Link to={questionAddress(batch, opened)}>Continue in the forum</Link>
            </p>
          )}
        </Stack>
      </details>
    </Card>
  );
}
