import { useLocation } from 'react-router';
import type { CurrentQuestion } from '#contract/forum/calls';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { removeRequest, sendChanged } from '../../../lib/outbox/change-request.ts';
import { useClaimRefusal } from '../../../lib/outbox/use-outbox.ts';
import type { RefusedForm } from '../../../lib/forms/form-action.ts';
import { Button } from '../../../ui/button.tsx';
import { ConflictNotice, PostedConflictNotice } from '../../../ui/conflict-notice.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { Notice } from '../../../ui/notice.tsx';
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
  request,
  current,
  onKeepTheirs,
}: {
  request: QueuedRequest;
  current: CurrentQuestion;
  onKeepTheirs: (theirs: CurrentQuestion) => void;
}) {
  useClaimRefusal(request);
  return (
    <ConflictNotice
      title={request.failure?.message ?? ''}
      {...labels}
      theirs={<Markdown text={current.text} html={current.html} />}
      mine={<TypedPost text={textOf(request)} format={current.format} />}
      onSendMine={() => void sendChanged(request, { ...request.body, ...begunFrom(request, current) })}
      onKeepTheirs={() => {
        onKeepTheirs(current);
        void removeRequest(request);
      }}
    />
  );
}

/** Of a deletion that was refused, since the text was edited after it was seen. */
export function newerThanDeleted({ call, failure }: QueuedRequest): CurrentQuestion | null {
  const isDeletion = call === 'deleteQuestion' || call === 'deleteComment';
  return isDeletion && failure?.current !== undefined ? (failure.current as CurrentQuestion) : null;
}

export function DeletionConflict({
  request,
  current,
  onKeep,
}: {
  request: QueuedRequest;
  current: CurrentQuestion;
  onKeep: () => void;
}) {
  useClaimRefusal(request);
  return (
    <Notice tone="warning" role="alert" title={request.failure?.message ?? ''}>
      <Stack gap={2}>
        <Markdown text={current.text} html={current.html} />
        <Row gap={2}>
          <Button
            small
            variant="secondary"
            onClick={() => void sendChanged(request, { began: { text: current.text } })}
          >
            Delete it anyway
          </Button>
          <Button
            small
            onClick={() => {
              onKeep();
              void removeRequest(request);
            }}
          >
            Keep it
          </Button>
        </Row>
      </Stack>
    </Notice>
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
