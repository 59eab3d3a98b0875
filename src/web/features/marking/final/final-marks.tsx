import { useState } from 'react';
import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { DeskSubmission } from '#contract/marking/calls';
import type { FinalMarks as Final } from '#contract/viva-hour/final-calls';
import { call, errorMessage } from '../../../lib/calls/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { MessageRoom } from '../../../ui/message-room.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useRead } from '../../../lib/use-read.ts';
import { useLoaded } from '../lines/use-loaded.ts';
import { CloseForm, OutcomeForm } from './outcome-forms.tsx';
import { OwnMarksForm } from './own-marks-form.tsx';
import styles from './final.module.css';

export type FinalMarksProps = {
  number: string;
  user: Pick<CurrentUser, 'account' | 'role'>;
  addressOf: (number: string) => string;
  /** Escape in a field. */
  onLeave: () => void;
  /** Both have confirmed: the mark is an ordinary one. */
  onConfirmed: (submission: DeskSubmission) => void;
};

function Paper({ name, paper }: NonNullable<Final['papers']>[number]) {
  return (
    <article className={styles['paper']}>
      <h4>{`${name}: ${paper.marks} out of 100`}</h4>
      {paper.words !== '' && <p className={styles['words']}>{paper.words}</p>}
    </article>
  );
}

/** What the viewer can do next, in words. */
function stateOf({ own, papers, markers, may_give: mayGive, closed }: Final): string {
  if (papers !== null)
    return papers.length > 1
      ? 'All marks are given. Confirm one outcome.'
      : 'Confirm your marks as the outcome.';
  const others = markers.filter(({ is_own }) => !is_own).map(({ name }) => name);
  if (own !== null) return `You gave ${own.marks} out of 100. Waiting for the second marker.`;
  if (closed !== null) return 'The office has closed these marks. No more can be given.';
  if (others.length === 0) return 'Two mentors mark this project, each alone. Nobody has given marks yet.';
  if (others.length === 1) return `${others[0]} has given marks. You see them after you give yours.`;
  return mayGive
    ? `${others.join(' and ')} gave marks far apart. You can mark as a third person, without seeing theirs.`
    : `${others.join(' and ')} mark this project.`;
}

/** In place of the mark's form. */
export function FinalMarks({ number, ...props }: FinalMarksProps) {
  const { loaded, retry } = useLoaded(() => call('readFinalMarks', { params: { id: number } }));
  if (loaded === null) return <p role="status">Loading …</p>;
  if ('error' in loaded)
    return (
      <ErrorState title="Your marks could not be loaded" onRetry={retry}>
        <p>{errorMessage(loaded.error)}</p>
      </ErrorState>
    );
  return <LoadedMarks {...props} shown={loaded.value} />;
}

/** Own marks of one mentor, and once two have given theirs, what becomes of them. */
function LoadedMarks({
  shown,
  user,
  addressOf,
  onLeave,
  onConfirmed,
}: Omit<FinalMarksProps, 'number'> & { shown: Final }) {
  const [final, setFinal] = useState(shown);
  const { number, newest, own, papers, closed, confirmed_at: confirmedAt } = final;
  const desk = useRead(async () =>
    onConfirmed(await call('readStaffSubmission', { params: { id: number } })),
  );
  const changed = (next: Final) => {
    setFinal(next);
    if (next.confirmed_at !== null) void desk.read();
  };
  const reload = useRead(async () => changed(await call('readFinalMarks', { params: { id: number } })));
  if (newest.number !== number)
    return (
      <Notice tone="info" role="note" title={`Version ${newest.version} is marked`}>
        <p>
          <span>Own marks are for one version, and do not move to the next. </span>
          <Link to={addressOf(newest.number)}>{`Mark version ${newest.version}`}</Link>
        </p>
      </Notice>
    );
  return (
    <Stack as="section" gap={3} aria-labelledby="own-marks">
      <h3 id="own-marks" className={styles['title']}>
        Your own marks
      </h3>
      <p role="status">{stateOf(final)}</p>
      {final.earlier_version !== null && (
        <Notice tone="warning" role="note">
          {`You marked version ${final.earlier_version}. Give your marks again for version ${final.version}.`}
        </Notice>
      )}
      {closed !== null && (
        <Notice tone="info" title="One mentor’s marks count">
          <p>{`${closed.by}: ${closed.reason}`}</p>
        </Notice>
      )}
      {final.may_give && (
        <OwnMarksForm final={final} account={user.account} onLeave={onLeave} onGiven={changed} />
      )}
      {papers === null && own !== null && (
        <Row>
          <Button variant="secondary" small busy={reload.isBusy} onClick={() => void reload.read()}>
            Check for the second marks
          </Button>
        </Row>
      )}
      <MessageRoom>
        {reload.failure !== null && (
          <Notice tone="error" title="The marks could not be loaded">
            {reload.failure}
          </Notice>
        )}
      </MessageRoom>
      {papers?.map((one) => (
        <Paper key={one.name} {...one} />
      ))}
      {/* What was typed for a confirmed outcome stays: the mark's form would take its place. */}
      {papers !== null && <OutcomeForm final={final} onConfirmed={changed} onRefused={setFinal} />}
      {user.role === 'administrator' && final.markers.length === 1 && closed === null && (
        <CloseForm final={final} onClosed={changed} />
      )}
      {confirmedAt !== null && <Small role="status">Confirmed. The mark is not released yet.</Small>}
      {desk.failure !== null && (
        <ErrorState title="The submission could not be loaded" onRetry={() => void desk.read()}>
          <p>{desk.failure}</p>
        </ErrorState>
      )}
    </Stack>
  );
}
