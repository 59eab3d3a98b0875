import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { OwnVivaRecord } from '#contract/viva-hour/record-calls';
import type { Call } from '../../lib/calls/client.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { Day, Time } from '../../ui/time.tsx';
import { placeWords, RecordQuestions } from './record-questions.tsx';

/** Empty on failure: the viva's page does not wait for it. */
export const readOwnRecords = async (call: Call, s_id: string): Promise<readonly OwnVivaRecord[]> =>
  call('listOwnVivaRecords', { params: { s_id } }).then(
    ({ records }) => records,
    () => [],
  );

function One({ record, s_id }: { record: OwnVivaRecord; s_id: string }) {
  const { number, held_at: heldAt, minutes, examiners, questions, result, correction, viva } = record;
  return (
    <Stack as="section" gap={3} aria-label={`Viva record ${number}`}>
      <h2>{viva > 1 ? `Your viva (repeat)` : 'Your viva'}</h2>
      <p>
        <strong>{result === null ? 'Excused' : `${result} out of 100`}</strong>
        <span>, </span>
        <Time value={heldAt} />
        <span>{`, ${minutes} minutes, ${placeWords(record)}, with ${examiners.map(({ name }) => name).join(', ')}.`}</span>
      </p>
      {correction !== null && (
        <p>
          <span>{`${correction.by} changed the result in a mark review on `}</span>
          <Day value={correction.at} />
          <span>.</span>
        </p>
      )}
      {questions.length > 0 && (
        <Stack gap={2}>
          <h3>Your answers</h3>
          <RecordQuestions questions={questions} />
        </Stack>
      )}
      <div>
        <ButtonLink
          small
          variant="secondary"
          reloadDocument
          download={`${number}.json`}
          to={fillPath(paths.readOwnSignedVivaRecord.path, { s_id, number })}
        >
          Download your signed record
        </ButtonLink>
      </div>
      <Small>{`Record ${number}. Anybody can check the file at “Verify a document”.`}</Small>
    </Stack>
  );
}

/** Of each viva the record that holds. */
export function OwnVivaRecords({ records, s_id }: { records: readonly OwnVivaRecord[]; s_id: string }) {
  return records
    .filter(({ replaced_by: later }) => later === null)
    .map((record) => <One key={record.number} record={record} s_id={s_id} />);
}
