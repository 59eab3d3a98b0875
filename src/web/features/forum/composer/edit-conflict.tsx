import { useLocation } from 'react-router';
import type { CurrentQuestion } from '#contract/forum/calls';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { removeRequest, sendChanged } from '../../../lib/outbox/queue-request.ts';
import { useClaimRefusal } from '../../../lib/outbox/use-outbox.ts';
import type { RefusedForm } from '../../../lib/forms/form-action.ts';
import { ConflictNotice, PostedConflictNotice } from '../../../ui/conflict-notice.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { textOf } from '../news/waiting-discussion.ts';
import { TypedPost } from './preview.tsx';

/** The current text after an edit conflict; null for other failures. */
export function currentQuestionOf({ call, failure }: QueuedRequest): CurrentQuestion | null {
  const isEdit = call === 'editQuestion' || call === 'editComment' || call === 'changePrivate';
  return isEdit && failure?.current !== undefined ? (failure.current as CurrentQuestion) : null;
}

/** What the own text begins from, once the user has seen the current one. */
const begunFrom = ({ call }: QueuedRequest, { text }: CurrentQuestion) =>
  call === 'changePrivate' ? { began: { text } } : { originalText: text };

const labels = { theirsLabel: 'Current text', mineLabel: 'Your text' };

export function EditConflict({
  act,
  current,
  onKeepTheirs,
}: {
  act: QueuedRequest;
  current: CurrentQuestion;
  onKeepTheirs: (theirs: CurrentQuestion) => void;
}) {
  useClaimRefusal(act);
  return (
    <ConflictNotice
      title={act.failure?.message ?? ''}
      {...labels}
      theirs={<Markdown text={current.text} html={current.html} />}
      mine={<TypedPost text={textOf(act)} format={current.format} />}
      onSendMine={() => void sendChanged(act, { ...act.body, ...begunFrom(act, current) })}
      onKeepTheirs={() => {
        onKeepTheirs(current);
        void removeRequest(act);
      }}
    />
  );
}

/** The same for a form posted without a script. */
export function PostedEditConflict({ refused: { failure, values, ...refused } }: { refused: RefusedForm }) {
  const { text, html, format } = refused.current as CurrentQuestion;
  const { pathname } = useLocation();
  const { editId = '', question = '' } = values;
  return (
    <PostedConflictNotice
      title={failure.message}
      {...labels}
      theirs={<Markdown text={text} html={html} />}
      mine={<TypedPost text={question} format={format} />}
      fields={{ editId, originalText: text, question }}
      to={`${pathname}#question-${editId}`}
    />
  );
}
