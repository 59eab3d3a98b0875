import { Link } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Task } from '#contract/dates';
import { recordedAddress } from '#contract/marking/recorded';
import { batchCertificatesAddress } from '#contract/certificates/paths';
import { staffAddress } from '#contract/marking/staff-view';
import { paths } from '#contract/paths';
import { studentAddress } from '#contract/progress/batch-view';
import type { Unfinished, UnfinishedRow } from '#contract/results/unfinished-calls';
import { finishAddress, isReminded, unfinishedLabels } from '#contract/results/unfinished';
import { callAddress } from '../../lib/calls/call-address.ts';
import { call } from '../../lib/calls/client.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { pageUntil, usePages } from '../../lib/use-pages.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable, CellNote } from '../../ui/card-table.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './unfinished.module.css';
import { groupWords, placeOf } from './unfinished-words.ts';

type Props = { page: Unfinished; user: CurrentUser };

/** Every group with its count. @param names students whose name for the certificate is not confirmed; null if unknown */
export function UnfinishedGroups({
  page: { batch, groups, group: shown },
  names,
}: Pick<Props, 'page'> & { names: number | null }) {
  return (
    <Row as="nav" gap={2} aria-label="Missing">
      {groups.map(({ group, count }) => (
        <ButtonLink
          key={group}
          to={finishAddress(batch, group)}
          replace
          preventScrollReset
          variant="choice"
          small
          aria-current={group === shown ? 'page' : undefined}
        >
          {`${unfinishedLabels[group]} (${formatNumber(count)})`}
        </ButtonLink>
      ))}
      {names !== null && (
        <ButtonLink to={batchCertificatesAddress(batch)} variant="choice" small>
          {`Name not confirmed (${formatNumber(names)})`}
        </ButtonLink>
      )}
    </Row>
  );
}

function Remind({ group }: Pick<Unfinished, 'group'>) {
  const form = useActionForm({ formName: 'remind', target: { group } });
  return <ActionForm form={form} button="Remind these students" small />;
}

/** To its version; without one to where staff record a mark. */
function TaskLink({
  batch,
  group,
  row: { student, task, number },
}: Pick<Unfinished, 'batch' | 'group'> & { row: UnfinishedRow & { task: Task } }) {
  if (group === 'extension') return taskLabel(task);
  const to =
    number === null
      ? recordedAddress(student.s_id, task)
      : staffAddress({ batch, state: 'all', open: number });
  return <Link to={to}>{taskLabel(task)}</Link>;
}

const keyOf = ({ student, task, number }: UnfinishedRow) => `${student.s_id} ${task} ${number}`;

/** Key it by its load: the pages begin again. */
export function UnfinishedList({ page, user }: Props) {
  const { batch, group } = page;
  const { items: rows, more } = usePages<UnfinishedRow>(pageUntil(page.rows, page.next), {
    idOf: keyOf,
    async read(_, after) {
      const query = { group, ...(after !== undefined && { after }) };
      const next = await call('readUnfinished', { params: { batch }, query });
      return pageUntil(next.rows, next.next);
    },
  });
  const { some, none, when } = groupWords[group];
  const place = placeOf(group, batch, user);
  const hasTasks = group !== 'project';
  const columns = ['Student', ...(hasTasks ? ['Task'] : []), ...(when === null ? [] : [when.label])];
  return (
    <Stack as="section" gap={3} aria-labelledby="unfinished" className={styles['list']}>
      <h2 id="unfinished">{unfinishedLabels[group]}</h2>
      <p>{rows.length === 0 ? none : some}</p>
      {page.groups.every(({ count }) => count === 0) && (
        <p>Nothing is missing, so the results can be frozen.</p>
      )}
      {rows.length > 0 && (
        <>
          <Row gap={3}>
            {place !== null && (
              <ButtonLink small to={place.to}>
                {place.label}
              </ButtonLink>
            )}
            {isReminded(group) && <Remind key={group} group={group} />}
            <a href={callAddress(paths.exportUnfinished.path, { batch }, { group })} download>
              Download as CSV
            </a>
          </Row>
          {isReminded(group) && (
            <Small>
              Each student gets at most one reminder a day: a notice, and a line in the daily email.
            </Small>
          )}
          <CardTable caption={unfinishedLabels[group]} columns={columns}>
            {rows.map((row) => {
              const { student, task } = row;
              const at = when === null ? null : row[when.field];
              const unknown = when?.field === 'since' ? 'Without a file' : 'No due date';
              return (
                <tr key={keyOf(row)}>
                  <th scope="row">
                    <Link to={studentAddress(student.s_id)}>{student.s_name}</Link>
                    {row.suspended === true && <CellNote>Suspended</CellNote>}
                  </th>
                  {hasTasks && (
                    <td data-label="Task">
                      {task !== null && <TaskLink batch={batch} group={group} row={{ ...row, task }} />}
                    </td>
                  )}
                  {when !== null && (
                    <td data-label={when.label}>{at === null ? unknown : <Time value={at} />}</td>
                  )}
                </tr>
              );
            })}
          </CardTable>
          <MoreButton more={more}>Show more</MoreButton>
        </>
      )}
    </Stack>
  );
}
