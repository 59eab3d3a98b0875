import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { NewerVersion } from '#contract/marking/calls';
import { marksOfStatus, recordStatuses } from '#contract/marking/recorded';
import { errorMessage } from '../../lib/calls/call-error.ts';
import { isUnkept } from '../../lib/outbox/request-store.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { RefusedForm } from '../../lib/forms/form-action.ts';
import { ConflictNotice, PostedConflictNotice } from '../../ui/conflict-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { showFromTop } from '../../ui/hold-place.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Markdown, TypedMarkdown } from '../../ui/markdown.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { markWords } from '../../lib/record-words.ts';
import { WaitsNotice } from '../accounts/waits-notice.tsx';
import { choiceOfFields, fieldsOfChoice, rubricOfFields } from './rubrics/rubric-choice.ts';
import { originalOfCurrent, type CurrentMark, type MarkBody } from './mark-body.ts';
import { originalOf, parseMarks } from './marks.ts';
import type { MarkOutbox } from './use-mark.ts';
import { loadPart } from '../../lib/calls/load-part.ts';

/** The draft stays. */
export function SaveError({ error }: { error: unknown }) {
  return (
    <Notice tone="error" title={errorMessage(error)}>
      <p>Nothing was saved. Your text is still here.</p>
    </Notice>
  );
}

const loadRenderer = () =>
  loadPart(() => import('../../lib/render-markdown.ts')).then(({ renderMarkdown }) => renderMarkdown);

const isStored = (of: MarkBody | CurrentMark): of is CurrentMark => 'marked_by' in of || 'by' in of;

/** The user's own has only line ids, so lines are counted. */
function Mark({ mark }: { mark: MarkBody | CurrentMark }) {
  const { comments, released, rubric } = mark;
  const toggled = rubric?.lines ?? [];
  return (
    <>
      <p>{`${markWords(mark)}, ${released ? 'released' : 'not released'}`}</p>
      {toggled.length > 0 && (
        <p>
          {toggled
            .map((line) => (typeof line === 'string' ? null : line.text))
            .filter(Boolean)
            .join('; ') || `${toggled.length} ${toggled.length === 1 ? 'line' : 'lines'} of the rubric`}
        </p>
      )}
      {isStored(mark) ? (
        <Markdown text={comments} html={mark.comments_html} />
      ) : (
        <TypedMarkdown text={comments} load={mark.format === 'markdown' ? loadRenderer : null} />
      )}
    </>
  );
}

function versionsOf(current: CurrentMark, mine: MarkBody) {
  const by = 'by' in current ? current.by : current.marked_by;
  return {
    theirsLabel: by === null ? 'Saved now' : `Saved by ${by}`,
    theirs: <Mark mark={current} />,
    mineLabel: 'Yours',
    mine: <Mark mark={mine} />,
  };
}

type Given = Pick<MarkBody, 'status' | 'marks'>;

/** "71", and what is recorded in its words. */
const shortWords = (mark: Given) =>
  mark.status === undefined || mark.status === 'marked' ? `${mark.marks}` : `“${markWords(mark)}”`;

const releaseLower = (mark: Given) => `Release ${shortWords(mark)} anyway`;

const saveAnyway = (mark: Given & Pick<MarkBody, 'released'>) =>
  `${mark.released ? 'Release' : 'Save'} ${shortWords(mark)}${mark.status === undefined ? ' for this version' : ''} anyway`;

/** Of a form posted without a script. */
function givenOf({ status, marks = '', released }: Readonly<Record<string, string>>) {
  const given = recordStatuses.find((one) => one === status);
  const typed = parseMarks(marks);
  return {
    ...(given !== undefined && { status: given }),
    marks: given === undefined ? (typed ?? 0) : marksOfStatus(given, typed),
    released: released === 'yes',
  };
}

function focusFromTop(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  if (element !== null) showFromTop(element);
}

const focusOnMount = (element: HTMLElement | null) => element?.focus();

/** The one that changes nothing comes first. */
function Choices({ children }: { children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Row gap={3}>{children}</Row>
      <Small>Ctrl Enter confirms.</Small>
    </Stack>
  );
}

/** @param onBack after the mentor has chosen to go on editing */
export function MarkWaiting({
  outbox: { waiting, failure, question, takeBack },
  onBack,
}: {
  outbox: MarkOutbox;
  onBack?: () => void;
}) {
  if (question?.is === 'lower')
    return (
      <Notice tone="warning" role="alert" title={question.message}>
        <Choices>
          <Button
            ref={focusOnMount}
            small
            onClick={() => {
              question.leave();
              onBack?.();
            }}
          >
            Back to editing
          </Button>
          <Button small variant="secondary" onClick={question.confirm}>
            {releaseLower(question.mine)}
          </Button>
        </Choices>
      </Notice>
    );
  if (question?.is === 'newer')
    return (
      <Notice tone="warning" role="alert" title={question.message}>
        <p>
          <span>Submitted </span>
          <TimeAgo value={question.newer.submitted_at} />
          <span>.</span>
        </p>
        <Choices>
          <Button ref={focusOnMount} small onClick={question.open}>
            {`Open version ${question.newer.version}`}
          </Button>
          <Button small variant="secondary" onClick={question.confirm}>
            {saveAnyway(question.mine)}
          </Button>
        </Choices>
      </Notice>
    );
  if (question?.is === 'conflict') {
    const { current, mine, message, takesFocus, sendMine, keepTheirs } = question;
    return (
      // Both buttons change something, so neither has the focus. Found out meanwhile, it leaves the typing alone.
      <div ref={takesFocus ? focusFromTop : undefined} tabIndex={-1}>
        <ConflictNotice
          title={message}
          {...versionsOf(current, mine)}
          onSendMine={sendMine}
          onKeepTheirs={keepTheirs}
        />
      </div>
    );
  }
  if (waiting === null) return failure === null ? null : <SaveError error={failure} />;
  return (
    waiting.failure && (
      <WaitsNotice failure={waiting.failure} isKept={!isUnkept(waiting.id)} what="mark">
        <Button variant="secondary" small onClick={takeBack}>
          Do not send it
        </Button>
      </WaitsNotice>
    )
  );
}

export function PostedMarkConflict({ refused: { failure, values, ...refused } }: { refused: RefusedForm }) {
  const current = refused.current as CurrentMark;
  const { pathname, search } = useLocation();
  const { number = '', status, marks = '', comments = '', released = 'no' } = values;
  const choice = choiceOfFields(values);
  const rubric = rubricOfFields(values);
  const mine = {
    ...givenOf(values),
    comments,
    format: 'markdown' as const,
    ...(rubric !== undefined && { rubric }),
  };
  return (
    <PostedConflictNotice
      title={failure.message}
      {...versionsOf(current, mine)}
      fields={{
        number,
        ...(status !== undefined && { status }),
        marks,
        comments,
        released,
        original: originalOf(originalOfCurrent(current)),
        ...(choice !== undefined && fieldsOfChoice(choice)),
      }}
      to={pathname + search}
    />
  );
}

/** Why it was refused, the form once more with one field changed, and the way out. */
function PostedAgain({
  refused: { failure, values },
  name,
  value,
  label,
  children,
}: {
  refused: Pick<RefusedForm, 'failure' | 'values'>;
  name: string;
  value: string;
  label: string;
  children: ReactNode;
}) {
  // Its key was for what was refused.
  const { 'Idempotency-Key': _key, [name]: _before, ...hidden } = values;
  return (
    <Notice tone="warning" role="alert" title={failure.message}>
      <Form form={{ hidden }} autoComplete="off">
        <Row gap={3}>
          <Button type="submit" small variant="secondary" name={name} value={value}>
            {label}
          </Button>
          {children}
        </Row>
      </Form>
    </Notice>
  );
}

export function PostedNewerVersion({
  refused,
  addressOf,
}: {
  refused: RefusedForm;
  addressOf: (number: string) => string;
}) {
  const { number, version } = refused.current as NewerVersion;
  return (
    <PostedAgain refused={refused} name="newest" value={number} label={saveAnyway(givenOf(refused.values))}>
      <ButtonLink to={addressOf(number)} small reloadDocument>
        {`Open version ${version}`}
      </ButtonLink>
    </PostedAgain>
  );
}

export function PostedLowerMark({ refused }: { refused: RefusedForm }) {
  const { pathname, search } = useLocation();
  return (
    <PostedAgain
      refused={refused}
      name="confirm_lower"
      value="yes"
      label={releaseLower(givenOf(refused.values))}
    >
      <ButtonLink to={pathname + search} small reloadDocument>
        Keep the current mark
      </ButtonLink>
    </PostedAgain>
  );
}
