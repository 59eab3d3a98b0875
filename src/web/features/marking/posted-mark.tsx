import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { NewerVersion } from '#contract/marking/calls';
import { marksOfStatus, recordStatuses } from '#contract/marking/recorded';
import type { RefusedForm } from '../../lib/forms/form-action.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PostedConflictNotice } from '../../ui/conflict-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { originalOfCurrent, type CurrentMark } from './mark-body.ts';
import { releaseLower, saveAnyway, versionsOf } from './mark-versions.tsx';
import { originalOf, parseMarks } from './marks.ts';
import { choiceOfFields, fieldsOfChoice, rubricOfFields } from './rubrics/rubric-choice.ts';

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
